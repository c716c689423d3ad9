import { and, asc, eq, gt, gte, lte } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import { getBooking } from './bookings.ts'
import { findLastEvent, REPEATED_WITHIN_MS, recordEvent } from './events.ts'
import { notifyLate } from './notifications.ts'
import { listChannelsTo } from './reach.ts'

/** This module tells today's patients that the practice is running late (docs/behaviour.md 19.50). */

/** The quickest way to notify a patient; `call` if no message can reach the patient. */
type WayToNotify = 'sms' | 'email' | 'call'

/** An appointment that begins later than planned. */
export type LateBooking = Readonly<{
  booking: Booking
  /** How the practice notifies the patient. */
  way: WayToNotify
  /** True if the practice has called the patient about this appointment today. */
  called: boolean
}>

/** The appointments to list; by default all of the rest of today. */
type LateFilter = Readonly<{
  /** The latest start. */
  until?: Instant | undefined
  /** The id of the only resource. */
  resource?: string | undefined
}>

/**
 * Lists today's confirmed appointments that have not begun, each with the way to notify its patient.
 * @throws Problem invalid when `until` is not today
 */
export function listLateBookings(ctx: Ctx, { until, resource }: LateFilter = {}): LateBooking[] {
  const endOfToday = startOfDay(dayNumberAt(ctx.now) + 1)
  if (until !== undefined && dayNumberAt(until) !== dayNumberAt(ctx.now))
    throw new Problem('invalid', { fields: { until: 'Bitte eine Uhrzeit von heute angeben.' } })
  return ctx.db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        gt(bookings.startsAt, ctx.now),
        lte(bookings.startsAt, until ?? endOfToday - 1),
        resource === undefined ? undefined : eq(bookings.resourceId, resource),
      ),
    )
    .orderBy(asc(bookings.startsAt))
    .all()
    .map((booking) => ({
      booking,
      way: listChannelsTo(ctx, booking)[0] ?? 'call',
      called: wasCalled(ctx, booking.id),
    }))
}

/**
 * Tells each of these patients once that the appointment begins later. The messages are sent at once, even in
 * the evening, and no appointment is moved.
 * @param input.minutes how much later the appointments begin
 * @param input.ids the appointments that the page showed; others are left out
 * @returns these appointments, including those whose patients have to be called
 * @throws Problem invalid
 */
export function announceDelay(
  ctx: Ctx,
  { minutes, until, ids }: Readonly<{ minutes: number; until: Instant | undefined; ids: readonly string[] }>,
): LateBooking[] {
  return inTx(ctx, () => {
    const late = listLateBookings(ctx, { until }).filter(({ booking }) => ids.includes(booking.id))
    const message = `${minutes} Minuten`
    for (const { booking, way } of late) {
      if (way === 'call' || wasJustTold(ctx, booking.id, message)) continue
      notifyLate(ctx, booking, minutes)
      recordEvent(ctx, booking.id, 'late-told', { message })
      recordAudit(ctx, 'late-told', bookingSubject(booking.id))
    }
    return late
  })
}

/** Returns whether the patient got the same message within `REPEATED_WITHIN_MS`. */
function wasJustTold(ctx: Ctx, id: string, message: string): boolean {
  const isSameMessage = and(
    eq(events.kind, 'late-told'),
    eq(events.message, message),
    gt(events.at, ctx.now - REPEATED_WITHIN_MS),
  )
  return findLastEvent(ctx, id, isSameMessage) !== undefined
}

/** Records that the practice has called a patient. @throws Problem 'not found' */
export function recordCall(ctx: Ctx, id: string): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    recordEvent(ctx, booking.id, 'called')
  })
}

/** Returns whether the patient was called about this appointment today. */
function wasCalled(ctx: Ctx, id: string): boolean {
  const isOfToday = gte(events.at, startOfDay(dayNumberAt(ctx.now)))
  return findLastEvent(ctx, id, and(eq(events.kind, 'called'), isOfToday)) !== undefined
}
