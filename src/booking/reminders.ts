import { and, eq, exists, gt, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events, messages } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { isNight, nextMorning } from '../time/quiet-hours.ts'
import { notifyReminder } from './notifications.ts'

/**
 * This module reminds patients of their appointments; practice-reminders.ts reminds the practice of requests.
 */

/**
 * Reminds patients of confirmed appointments in the next `reminder_hours`, once each and not at night. Skips
 * the reminder if the confirmation or move was sent within these hours before the start, or before a reminder
 * that the coming night makes early (docs/behaviour.md 10.21 and 10.23).
 */
export function remindDue(ctx: Ctx): void {
  const hours = readSetting(ctx, 'general', 'reminder_hours')
  if (hours <= 0 || isNight(ctx.now)) return
  inTx(ctx, () => {
    const due = ctx.now + hours * HOUR
    for (const booking of listToRemind(ctx, Math.max(due, endOfNightAhead(ctx)))) {
      ctx.db.update(bookings).set({ remindedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
      // The coming night makes this reminder early.
      const isEarly = booking.startsAt > due
      const since = (isEarly ? ctx.now : booking.startsAt) - hours * HOUR
      if (!wasNotifiedSince(ctx, booking, since)) notifyReminder(ctx, booking)
    }
  })
}

/**
 * Returns the end of the coming night in the last hour before it, and now at other times. Appointments that
 * begin by then need their reminder in that hour, because the morning would be too late.
 */
export function endOfNightAhead({ now }: Ctx): Instant {
  return isNight(now + HOUR) ? nextMorning(now) : now
}

/** Lists the confirmed bookings from now until an instant whose patients have not been reminded. */
function listToRemind(ctx: Ctx, until: Instant): Booking[] {
  const { status, remindedAt, startsAt } = bookings
  const isAhead = and(gt(startsAt, ctx.now), lte(startsAt, until))
  return ctx.db
    .select()
    .from(bookings)
    .where(and(eq(status, 'confirmed'), isNull(remindedAt), isAhead))
    .all()
}

/**
 * Returns whether a message with the booking's present time was queued between `since` and now. Messages from
 * the future were queued while the clock was wrong, and do not count.
 */
function wasNotifiedSince(ctx: Ctx, booking: Booking, since: Instant): boolean {
  const told = and(
    or(isOwnMessage(booking), isSeriesMessage(ctx, booking)),
    notInArray(messages.status, ['muted', 'failed']),
    gt(messages.createdAt, since),
    lte(messages.createdAt, ctx.now),
  )
  return ctx.db.select({ id: messages.id }).from(messages).where(told).get() !== undefined
}

/** The condition that a message is about this booking alone and names its present time. */
function isOwnMessage({ id, startsAt }: Booking): SQL | undefined {
  return and(
    eq(messages.bookingId, id),
    eq(messages.startsAt, startsAt),
    inArray(messages.kind, ['confirmed', 'moved']),
  )
}

/**
 * The condition that a message is about the booking's series and names the booking's present time. A series
 * message is stored with one appointment of the series. The first one names the times of all appointments,
 * and a later one the times of those that were moved together.
 */
function isSeriesMessage(ctx: Ctx, { id, seriesId, moves }: Booking): SQL | undefined {
  const isOfSeries = inArray(
    messages.bookingId,
    ctx.db
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.seriesId, seriesId ?? '')),
  )
  // After a move, the time in the first message is outdated.
  const neverMoved = sql`${moves} = 0`
  const tellsEntry = and(eq(messages.kind, 'series-confirmed'), neverMoved)
  const movedThen = and(eq(events.bookingId, id), eq(events.kind, 'moved'), eq(events.at, messages.createdAt))
  const tellsMove = and(
    eq(messages.kind, 'series-moved'),
    exists(ctx.db.select({ id: events.id }).from(events).where(movedThen)),
  )
  return and(isOfSeries, or(tellsEntry, tellsMove))
}
