import { and, asc, eq, gt } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, calendars } from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import { type BusySource, dropBusyTimes } from '../schedule/busy-times.ts'
import { recordFreedTime } from '../schedule/freed-times.ts'
import { assertResource } from '../schedule/resources.ts'
import { HOUR, type Instant, type Interval, isWithin } from '../shared/day.ts'
import type { CalendarInput } from '../shared/other-calendar.ts'
import { Problem } from '../shared/problems.ts'
import { encryptAddress, parseAddress, readCalendarAddress } from './calendar-address.ts'

/**
 * A doctor's calendar elsewhere (docs/behaviour.md, section 20). `url` is encrypted (calendar-address.ts).
 */
export type Calendar = typeof calendars.$inferSelect

/** With more calendars, the job could take longer than the time between two runs. */
const MOST_CALENDARS = 20
/** Milliseconds after which an unreadable calendar becomes an alert. */
const OVERDUE_AFTER_MS = 6 * HOUR

/** Returns all calendars, in the order in which they were entered. */
export function listCalendars({ db }: Ctx): Calendar[] {
  return db.select().from(calendars).orderBy(asc(calendars.id)).all()
}

/** Returns a calendar. @throws Problem 'not found' */
export function getCalendar({ db }: Ctx, id: number): Calendar {
  const calendar = db.select().from(calendars).where(eq(calendars.id, id)).get()
  if (calendar === undefined) throw new Problem('not found', {}, 'Diesen Kalender gibt es nicht mehr.')
  return calendar
}

/**
 * Adds a calendar, and triggers its first reading. Returns its id.
 * @throws Problem invalid for an unusable URL or an unknown resource; conflict beyond `MOST_CALENDARS`
 */
export function addCalendar(ctx: Ctx, input: CalendarInput): number {
  const address = parseAddress(ctx, input.url)
  assertResource(ctx, input.resource_id)
  return inTx(ctx, () => {
    if (listCalendars(ctx).length >= MOST_CALENDARS)
      throw new Problem('conflict', {}, `Mehr als ${MOST_CALENDARS} Kalender können nicht gelesen werden.`)
    // The URL is stored afterwards, because its encryption is bound to the id. `triedAt` 0 makes the
    // reading due at once.
    const row = { ...columnsOf(input), url: '', createdAt: ctx.now, triedAt: 0 }
    const { id } = ctx.db.insert(calendars).values(row).returning().get()
    storeAddress(ctx, id, address)
    recordAudit(ctx, 'calendar-added', input.name)
    wake(ctx, 'calendars')
    return id
  })
}

/**
 * Changes a calendar, and triggers a new reading. Its busy times stay until then, unless the URL has
 * changed.
 * @throws Problem 'not found', or like `addCalendar`
 */
export function changeCalendar(ctx: Ctx, id: number, input: CalendarInput): void {
  const address = input.url === '' ? undefined : parseAddress(ctx, input.url)
  assertResource(ctx, input.resource_id)
  inTx(ctx, () => {
    const former = getCalendar(ctx, id)
    const toReadAnew = { etag: null, lastModified: null, expandedAt: null, triedAt: 0 }
    ctx.db
      .update(calendars)
      .set({ ...columnsOf(input), ...toReadAnew })
      .where(eq(calendars.id, id))
      .run()
    if (address !== undefined && address !== readCalendarAddress(ctx, former)) {
      storeAddress(ctx, id, address)
      // The time until an alert starts anew, because the new URL was never read (`isCalendarOverdue`).
      const neverRead = { readAt: null, fault: null, found: 0, unread: 0, unknownZone: 0, isCut: false }
      ctx.db
        .update(calendars)
        .set({ ...neverRead, createdAt: ctx.now })
        .where(eq(calendars.id, id))
        .run()
      dropBusyTimes(ctx, sourceOfCalendar(former))
    }
    recordAudit(ctx, 'calendar-changed', input.name)
    wake(ctx, 'calendars')
  })
}

/** Removes a calendar, and frees its busy times. @throws Problem 'not found' */
export function removeCalendar(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const calendar = getCalendar(ctx, id)
    recordFreedTime(ctx, dropBusyTimes(ctx, sourceOfCalendar(calendar)))
    ctx.db.delete(calendars).where(eq(calendars.id, id)).run()
    recordAudit(ctx, 'calendar-removed', calendar.name)
  })
}

/** Returns this calendar as a source of busy times. */
export function sourceOfCalendar({ id, resourceId }: Calendar): BusySource {
  return { kind: 'calendar', calendarId: id, resourceId }
}

/**
 * Stores the result of a reading, unless the calendar was removed or changed meanwhile in a way that affects
 * the result.
 * @returns whether the result was stored
 */
export function storeReading(
  { db }: Ctx,
  { id, url, busyOnly }: Calendar,
  result: Partial<Omit<Calendar, 'id' | 'url' | 'name'>>,
): boolean {
  const isSame = and(eq(calendars.id, id), eq(calendars.url, url), eq(calendars.busyOnly, busyOnly))
  return db.update(calendars).set(result).where(isSame).run().changes > 0
}

/** Returns the next busy times of a calendar, by start. @param limit the greatest number of times */
export function listNextBusyTimes(
  { db, now }: Ctx,
  { calendarId, limit }: Readonly<{ calendarId: number; limit: number }>,
): Interval[] {
  return db
    .select({ startsAt: absences.startsAt, endsAt: absences.endsAt })
    .from(absences)
    .where(and(eq(absences.calendarId, calendarId), gt(absences.endsAt, now)))
    .orderBy(asc(absences.startsAt), asc(absences.endsAt))
    .limit(limit)
    .all()
}

/** A calendar that could not be read for too long, with the fault of the last attempt. */
export type OverdueCalendar = Calendar & Readonly<{ fault: string }>

/** Returns whether a calendar has been unreadable for too long (docs/behaviour.md 20.10). */
export function isCalendarOverdue(calendar: Calendar, now: Instant): calendar is OverdueCalendar {
  const { fault, readAt, createdAt } = calendar
  return fault !== null && !isWithin(now, { since: readAt ?? createdAt, lengthMs: OVERDUE_AFTER_MS })
}

/** Returns the columns that the admin enters, except the URL. */
function columnsOf({ name, resource_id, busy_only }: CalendarInput) {
  return { name, resourceId: resource_id, busyOnly: busy_only }
}

/** Encrypts and stores the address of a calendar. */
function storeAddress(ctx: Ctx, id: number, address: string): void {
  const url = encryptAddress(ctx, id, address)
  ctx.db.update(calendars).set({ url }).where(eq(calendars.id, id)).run()
}
