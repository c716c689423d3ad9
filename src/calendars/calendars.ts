import { and, asc, eq, gt } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { decrypt, encrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, calendars } from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import { type BusySource, dropBusyTimes } from '../schedule/busy-times.ts'
import { recordFreedTime } from '../schedule/freed-times.ts'
import { assertResource } from '../schedule/resources.ts'
import { HOUR, type Instant, type Interval, isWithin } from '../shared/day.ts'
import { parseUrl } from '../shared/link.ts'
import type { CalendarInput } from '../shared/other-calendar.ts'
import { Problem } from '../shared/problems.ts'

/** A calendar of the doctor elsewhere. Its address is encrypted (docs/behaviour.md, section 20). */
export type Calendar = typeof calendars.$inferSelect

/** More calendars would keep the job busy for longer than the time between two runs. */
const MOST_CALENDARS = 20

/** Returns all calendars, in the order in which they were entered. */
export function listCalendars({ db }: Ctx): Calendar[] {
  return db.select().from(calendars).orderBy(asc(calendars.id)).all()
}

/** @throws Problem 'not found' */
export function getCalendar({ db }: Ctx, id: number): Calendar {
  const calendar = db.select().from(calendars).where(eq(calendars.id, id)).get()
  if (calendar === undefined) throw new Problem('not found', {}, 'Diesen Kalender gibt es nicht mehr.')
  return calendar
}

/** Returns the address, which must not be shown or logged. */
export function readAddress(ctx: Ctx, { id, url }: Pick<Calendar, 'id' | 'url'>): string {
  return decrypt(ctx, `calendars:url:${id}`, url)
}

/** Returns the host of the address, by which the doctor knows it again. */
export function hostOf(ctx: Ctx, calendar: Calendar): string {
  return parseUrl(readAddress(ctx, calendar))?.host ?? ''
}

/**
 * Adds a calendar, and has it read at once.
 * @throws Problem invalid for an address that cannot be called, or a resource that does not exist
 */
export function addCalendar(ctx: Ctx, input: CalendarInput): number {
  const address = assertAddress(ctx, input.url)
  assertResource(ctx, input.resource_id)
  return inTx(ctx, () => {
    if (listCalendars(ctx).length >= MOST_CALENDARS)
      throw new Problem('conflict', {}, `Mehr als ${MOST_CALENDARS} Kalender können nicht gelesen werden.`)
    // The address is stored afterwards, because its encryption is bound to the id. A calendar that was last
    // tried at 0 is due at once.
    const row = { ...columnsOf(input), url: '', createdAt: ctx.now, triedAt: 0 }
    const { id } = ctx.db.insert(calendars).values(row).returning().get()
    storeAddress(ctx, id, address)
    recordAudit(ctx, 'calendar-added', input.name)
    wake(ctx, 'calendars')
    return id
  })
}

/**
 * Changes a calendar, and has it read anew. Its busy times stay until then, except for those of another
 * address.
 * @throws Problem 'not found', or like `addCalendar`
 */
export function changeCalendar(ctx: Ctx, id: number, input: CalendarInput): void {
  const address = input.url === '' ? undefined : assertAddress(ctx, input.url)
  assertResource(ctx, input.resource_id)
  inTx(ctx, () => {
    const before = getCalendar(ctx, id)
    const toReadAnew = { etag: null, lastModified: null, expandedAt: null, triedAt: 0 }
    ctx.db
      .update(calendars)
      .set({ ...columnsOf(input), ...toReadAnew })
      .where(eq(calendars.id, id))
      .run()
    if (address !== undefined && address !== readAddress(ctx, before)) {
      storeAddress(ctx, id, address)
      // An alert about the new address counts from now on, because it was never read (`isOverdue`).
      const neverRead = { readAt: null, fault: null, found: 0, unread: 0, unknownZone: 0, isCut: false }
      ctx.db
        .update(calendars)
        .set({ ...neverRead, createdAt: ctx.now })
        .where(eq(calendars.id, id))
        .run()
      dropBusyTimes(ctx, sourceOfCalendar(before))
    }
    recordAudit(ctx, 'calendar-changed', input.name)
    wake(ctx, 'calendars')
  })
}

/** Removes a calendar and its busy times, so that they are free. @throws Problem 'not found' */
export function removeCalendar(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const calendar = getCalendar(ctx, id)
    recordFreedTime(ctx, dropBusyTimes(ctx, sourceOfCalendar(calendar)))
    ctx.db.delete(calendars).where(eq(calendars.id, id)).run()
    recordAudit(ctx, 'calendar-removed', calendar.name)
  })
}

/** Returns the source of busy times that this calendar is. */
export function sourceOfCalendar({ id, resourceId }: Calendar): BusySource {
  return { kind: 'calendar', calendarId: id, resourceId }
}

/**
 * Stores the result of a reading, unless the calendar was removed, or changed so that the result is wrong.
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

/** Returns the next busy times of a calendar, by start. @param most how many at most */
export function listNextBusyTimes({ db, now }: Ctx, calendarId: number, most: number): Interval[] {
  return db
    .select({ startsAt: absences.startsAt, endsAt: absences.endsAt })
    .from(absences)
    .where(and(eq(absences.calendarId, calendarId), gt(absences.endsAt, now)))
    .orderBy(asc(absences.startsAt), asc(absences.endsAt))
    .limit(most)
    .all()
}

/** Milliseconds after which a calendar that cannot be read is an alert. */
const OVERDUE_AFTER = 6 * HOUR

/** A calendar that could not be read for long, and so has the fault of the last attempt. */
export type OverdueCalendar = Calendar & Readonly<{ fault: string }>

/** Returns whether the last reading of a calendar is too long ago (docs/behaviour.md 20.10). */
export function isOverdue(calendar: Calendar, now: Instant): calendar is OverdueCalendar {
  const { fault, readAt, createdAt } = calendar
  return fault !== null && !isWithin(now, readAt ?? createdAt, OVERDUE_AFTER)
}

function columnsOf({ name, resource_id, busy_only }: CalendarInput) {
  return { name, resourceId: resource_id, busyOnly: busy_only }
}

function storeAddress(ctx: Ctx, id: number, address: string): void {
  const url = encrypt(ctx, `calendars:url:${id}`, address)
  ctx.db.update(calendars).set({ url }).where(eq(calendars.id, id)).run()
}

/** Returns the address with the scheme that is called; webcal is a calendar program's word for https. */
function assertAddress({ config }: Ctx, typed: string): string {
  const url = parseUrl(typed.replace(/^webcals?:/i, 'https:'))
  const refusal = (sentence: string) => new Problem('invalid', { fields: { url: sentence } })
  if (url?.protocol === 'http:' && !config.allowPrivateTargets)
    throw refusal('Die Adresse muss mit https:// oder webcal:// beginnen.')
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw refusal('Bitte die ganze Adresse angeben, die mit https:// oder webcal:// beginnt.')
  if (url.username !== '' || url.password !== '')
    throw refusal(
      'Die Adresse darf keine Zugangsdaten enthalten: Bitte die geheime Adresse zum Abonnieren verwenden.',
    )
  return url.href
}
