import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, bookings, erpEvents, erpState } from '../db/schema.ts'
import { type BusyTime, replaceBusyTimes } from '../schedule/busy-times.ts'
import { DAY_LENGTH, type Interval } from '../shared/day.ts'
import { PRACTICE_DAYS_AHEAD } from '../shared/practice-days-ahead.ts'
import { readBusyTimes } from './busy-events.ts'
import type { Odoo } from './odoo-connection.ts'
import { listOdooCalendars, partnerIdOf, UnknownOdooUser } from './odoo-users.ts'
import { readOurEvents, recordEventChanges } from './our-events.ts'

/** This module reads the busy times of the doctors' calendars in Odoo (docs/behaviour.md, section 17). */

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
  const { busyTimes, unreadCalendars } = await readCalendars(ctx(), odoo, span)
  const eventsInOdoo = await readOurEvents(ctx(), odoo)
  inTx(ctx(), () => {
    const pulled = { pulledAt: ctx().now, pullError: null }
    const { changes } = ctx().db.update(erpState).set(pulled).where(eq(erpState.source, source)).run()
    const isStillOn = changes > 0
    if (!isStillOn) return
    const unchanged = unreadCalendars.flatMap(({ resourceIds }) => listStoredTimes(ctx(), resourceIds))
    storeBusyTimes(ctx(), [...busyTimes, ...unchanged])
    recordEventChanges(ctx(), eventsInOdoo, from)
  })
  const [firstUnread] = unreadCalendars
  if (firstUnread !== undefined) throw firstUnread.error
}

/** A calendar that was not read, because Odoo does not know its user. */
type UnreadCalendar = Readonly<{ resourceIds: readonly (string | null)[]; error: UnknownOdooUser }>

/**
 * Reads the calendar of each user. `busyTimes` are those of all calendars that were read. `unreadCalendars`
 * are those whose user Odoo does not know.
 */
async function readCalendars(
  ctx: Ctx,
  odoo: Odoo,
  span: Interval,
): Promise<{ busyTimes: BusyTime[]; unreadCalendars: UnreadCalendar[] }> {
  const busyTimes: BusyTime[] = []
  const unreadCalendars: UnreadCalendar[] = []
  for (const { user, resourceIds } of listOdooCalendars(ctx)) {
    try {
      const times = await readBusyTimes(odoo, await partnerIdOf(odoo, user), span)
      busyTimes.push(...resourceIds.flatMap((resourceId) => times.map((time) => ({ ...time, resourceId }))))
    } catch (error) {
      if (!(error instanceof UnknownOdooUser)) throw error
      unreadCalendars.push({ resourceIds, error })
    }
  }
  return { busyTimes, unreadCalendars }
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

/** Stores all busy times except our own events, whose bookings already occupy the time. */
function storeBusyTimes(ctx: Ctx, busyTimes: readonly BusyTime[]): void {
  const ourEvents = ctx.db.select({ id: erpEvents.eventId }).from(erpEvents).all()
  const ourIds = new Set(ourEvents.map(({ id }) => id))
  const isOurEvent = ({ eventId }: BusyTime) => eventId !== undefined && ourIds.has(eventId)
  const bookingsBeingPushed = listBookingsBeingPushed(ctx)
  const isBeingPushed = (time: BusyTime) => bookingsBeingPushed.some((booking) => mayBeEventOf(booking, time))
  const busyTimesOfOthers = busyTimes.filter((time) => !isOurEvent(time) && !isBeingPushed(time))
  replaceBusyTimes(ctx, { kind: 'erp' }, busyTimesOfOthers)
}

/**
 * Returns whether a busy time may be the event of a booking: it has the same time, in the calendar of the
 * booking's resource.
 */
function mayBeEventOf(booking: Interval & Readonly<{ resourceId: string }>, busy: BusyTime): boolean {
  return (
    booking.startsAt === busy.startsAt &&
    booking.endsAt === busy.endsAt &&
    (booking.resourceId === busy.resourceId || busy.resourceId === null)
  )
}

/** Lists the confirmed bookings whose event may be in Odoo already although its id is not stored yet. */
function listBookingsBeingPushed(ctx: Ctx) {
  return ctx.db
    .select({ startsAt: bookings.startsAt, endsAt: bookings.endsAt, resourceId: bookings.resourceId })
    .from(bookings)
    .leftJoin(erpEvents, eq(erpEvents.bookingId, bookings.id))
    .where(and(eq(bookings.status, 'confirmed'), isNull(erpEvents.eventId), gt(bookings.endsAt, ctx.now)))
    .all()
}
