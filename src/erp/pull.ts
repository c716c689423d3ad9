import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, bookings, erpEvents, erpState } from '../db/schema.ts'
import { intervalOfDays } from '../schedule/absences.ts'
import { type BusyTime, replaceBusyTimes } from '../schedule/busy-times.ts'
import { DAY_LENGTH, type Interval } from '../shared/day.ts'
import { PRACTICE_DAYS_AHEAD } from '../shared/practice-days-ahead.ts'
import type { Odoo } from './odoo-client.ts'
import { isForbiddenOrUnknown, OdooError } from './odoo-faults.ts'
import { fromOdooTime, odooDay, odooReference, odooTime, ROWS_PER_PAGE, toOdooTime } from './odoo-fields.ts'
import { listOdooCalendars, partnerIdOf, UnknownOdooUser } from './odoo-users.ts'
import { readOurEvents, recordChanges } from './our-events.ts'

/**
 * This module reads the busy times of the doctors' calendars in Odoo (docs/behaviour.md, section 17).
 */

/**
 * The most pages of one reading: more than any calendar has. It stops reading from a server that returns
 * pages forever.
 */
const MOST_PAGES = 40

const busyEvents = z.array(
  z.object({
    id: z.int(),
    start: odooTime,
    stop: odooTime,
    allday: z.boolean().default(false),
    start_date: odooDay,
    stop_date: odooDay,
  }),
)
const declinedEvents = z.array(z.object({ event_id: odooReference }))

/**
 * Reads the busy times of the next two years and the state of our events, and stores both in one transaction,
 * unless the synchronisation was switched off or pointed at another Odoo meanwhile. The busy times become
 * absences, which occupy the time between bookings. The busy times of a resource whose user Odoo does not
 * know stay unchanged.
 * @param source fingerprint of the Odoo, the column `source` of `erp_state`
 * @throws OdooError; the busy times from before then remain. UnknownOdooUser is thrown only after all other
 * busy times were stored.
 */
export async function pullBusyTimes(ctx: () => Ctx, odoo: Odoo, source: string): Promise<void> {
  const from = ctx().now
  const span = { startsAt: from, endsAt: from + PRACTICE_DAYS_AHEAD * DAY_LENGTH }
  const { busy, unread } = await readCalendars(ctx(), odoo, span)
  const ours = await readOurEvents(ctx(), odoo)
  inTx(ctx(), () => {
    const pulled = { pulledAt: ctx().now, pullError: null }
    const { changes } = ctx().db.update(erpState).set(pulled).where(eq(erpState.source, source)).run()
    const isStillOn = changes > 0
    if (!isStillOn) return
    const unchanged = unread.flatMap(({ resourceIds }) => listStoredTimes(ctx(), resourceIds))
    storeBusyTimes(ctx(), [...busy, ...unchanged])
    recordChanges(ctx(), ours, from)
  })
  if (unread[0] !== undefined) throw unread[0].error
}

type UnreadCalendar = Readonly<{ resourceIds: readonly (string | null)[]; error: UnknownOdooUser }>

/**
 * Reads the calendar of each user. `busy` has the busy times of all calendars that were read, and `unread`
 * the calendars whose user Odoo does not know.
 */
async function readCalendars(
  ctx: Ctx,
  odoo: Odoo,
  span: Interval,
): Promise<{ busy: BusyTime[]; unread: UnreadCalendar[] }> {
  const busy: BusyTime[] = []
  const unread: UnreadCalendar[] = []
  for (const { user, resourceIds } of listOdooCalendars(ctx)) {
    try {
      const times = await readBusyTimes(odoo, await partnerIdOf(odoo, user), span)
      busy.push(...resourceIds.flatMap((resourceId) => times.map((time) => ({ ...time, resourceId }))))
    } catch (error) {
      if (!(error instanceof UnknownOdooUser)) throw error
      unread.push({ resourceIds, error })
    }
  }
  return { busy, unread }
}

/** Lists the stored busy times of these resources. */
function listStoredTimes({ db }: Ctx, resourceIds: readonly (string | null)[]): BusyTime[] {
  // A calendar of all resources is never unread, because its user is the one that has signed in.
  const ids = resourceIds.filter((id) => id !== null)
  return db
    .select()
    .from(absences)
    .where(and(eq(absences.kind, 'erp'), inArray(absences.resourceId, ids)))
    .all()
    .map(({ erpEventId, resourceId, startsAt, endsAt }) => ({
      ...(erpEventId !== null && { eventId: erpEventId }),
      resourceId,
      startsAt,
      endsAt,
    }))
}

/**
 * Reads the events of a calendar that make its doctor busy within a span, without those that the doctor has
 * declined.
 * @param partnerId the partner to whom the calendar belongs
 */
async function readBusyTimes(
  odoo: Odoo,
  partnerId: number,
  { startsAt: from, endsAt: to }: Interval,
): Promise<BusyTime[]> {
  // Odoo chooses the stored times of all-day events, so the search covers one more day at both ends.
  const readFrom = toOdooTime(from - DAY_LENGTH)
  const readUntil = toOdooTime(to + DAY_LENGTH)
  const declinedIds = await readDeclined(odoo, partnerId, readFrom)
  const found = await readAll(odoo, busyEvents, 'calendar.event', {
    domain: [
      ['show_as', '=', 'busy'],
      ['partner_ids', 'in', [partnerId]],
      ['start', '<', readUntil],
      ['stop', '>', readFrom],
    ],
    fields: ['start', 'stop', 'allday', 'start_date', 'stop_date'],
    order: 'start,id',
  })
  return (
    found
      .filter(({ id }) => !declinedIds.has(id))
      .map((event) => ({ eventId: event.id, ...intervalOf(event) }))
      // An event without length occupies nothing.
      .filter(({ startsAt, endsAt }) => endsAt > startsAt && endsAt > from && startsAt < to)
  )
}

/** Returns the time of an event; that of an all-day event is whole Vienna days. */
function intervalOf(event: z.infer<typeof busyEvents>[number]): Interval {
  if (event.allday && event.start_date !== '')
    return intervalOfDays(event.start_date, event.stop_date || event.start_date)
  return { startsAt: fromOdooTime(event.start), endsAt: fromOdooTime(event.stop) }
}

/**
 * Reads the ids of the events that the doctor has declined. Where Odoo does not let its user read who has
 * declined, none counts as declined: busy times that block too much are better than none.
 */
async function readDeclined(
  odoo: Odoo,
  partnerId: number,
  readFrom: string,
): Promise<Set<number | undefined>> {
  try {
    const declined = await readAll(odoo, declinedEvents, 'calendar.attendee', {
      domain: [
        ['partner_id', '=', partnerId],
        ['state', '=', 'declined'],
        ['event_id.stop', '>', readFrom],
      ],
      fields: ['event_id'],
      order: 'id',
    })
    return new Set(declined.map(({ event_id }) => event_id))
  } catch (error) {
    if (isForbiddenOrUnknown(error)) return new Set()
    throw error
  }
}

/** Reads all rows of a search, page by page. */
async function readAll<T>(
  odoo: Odoo,
  answer: z.ZodType<T[]>,
  model: string,
  query: Readonly<Record<string, unknown>>,
): Promise<T[]> {
  const rows: T[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const more = await odoo.call(answer, model, 'search_read', {
      ...query,
      offset: page * ROWS_PER_PAGE,
      limit: ROWS_PER_PAGE,
    })
    rows.push(...more)
    if (more.length < ROWS_PER_PAGE) return rows
  }
  throw new OdooError('permanent', 'Der Kalender in Odoo hat zu viele Einträge.')
}

/** Stores all busy times except our own events, whose bookings already occupy the time. */
function storeBusyTimes(ctx: Ctx, busy: readonly BusyTime[]): void {
  const ours = ctx.db.select({ id: erpEvents.eventId }).from(erpEvents).all()
  // Odoo counts ids from 1, so that no event of ours is 0.
  const ourIds = new Set(ours.map(({ id }) => id))
  const beingPushed = listTimesBeingPushed(ctx)
  const isOurs = (time: BusyTime) =>
    ourIds.has(time.eventId ?? 0) || beingPushed.some((pushed) => isSameTime(time, pushed))
  replaceBusyTimes(
    ctx,
    { kind: 'erp' },
    busy.filter((time) => !isOurs(time)),
  )
}

/**
 * Returns whether a busy time may be the event of a booking: it has the same time, in the calendar of the
 * booking's resource.
 */
function isSameTime(busy: BusyTime, booking: Interval & { resourceId: string }): boolean {
  return (
    booking.startsAt === busy.startsAt &&
    booking.endsAt === busy.endsAt &&
    (booking.resourceId === busy.resourceId || busy.resourceId === null)
  )
}

/**
 * Returns the times of confirmed bookings whose event may be in Odoo already although its id is not stored
 * yet.
 */
function listTimesBeingPushed(ctx: Ctx) {
  return ctx.db
    .select({ startsAt: bookings.startsAt, endsAt: bookings.endsAt, resourceId: bookings.resourceId })
    .from(bookings)
    .leftJoin(erpEvents, eq(erpEvents.bookingId, bookings.id))
    .where(and(eq(bookings.status, 'confirmed'), isNull(erpEvents.eventId), gt(bookings.endsAt, ctx.now)))
    .all()
}
