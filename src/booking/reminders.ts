import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events, messages } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { notifyMoveUnanswered, notifyReminder, notifyUnanswered } from './notifications.ts'

/** Milliseconds that a request waits before the practice is reminded of it. */
export const UNANSWERED_AFTER = DAY_LENGTH

/**
 * Reminds patients of confirmed appointments within the next `reminder_hours`, once each and not at night.
 * There is no reminder when the confirmation or move was sent within these hours before the start
 * (docs/behaviour.md 10.21).
 */
export function remindDue(ctx: Ctx): void {
  const hours = readSetting(ctx, 'general', 'reminder_hours')
  if (hours <= 0 || isNight(ctx.now)) return
  inTx(ctx, () => {
    const soon = ctx.db
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.status, 'confirmed'),
          isNull(bookings.remindedAt),
          gt(bookings.startsAt, ctx.now),
          lte(bookings.startsAt, ctx.now + hours * HOUR),
        ),
      )
      .all()
    for (const booking of soon) {
      ctx.db.update(bookings).set({ remindedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
      if (!wasNotifiedSince(ctx, booking, booking.startsAt - hours * HOUR)) notifyReminder(ctx, booking)
    }
  })
}

/**
 * Returns whether a confirmation of this time, or of a move to it, was queued between `since` and now.
 * Messages dated later were queued while the clock was wrong, and do not count.
 */
function wasNotifiedSince(ctx: Ctx, booking: Booking, since: Instant): boolean {
  const { id, startsAt, seriesId } = booking
  const own = and(
    eq(messages.bookingId, id),
    eq(messages.startsAt, startsAt),
    inArray(messages.kind, ['confirmed', 'moved']),
  )
  // The e-mail about a series tells the times of then: of each appointment, or of those that were moved.
  const tellsEntry = and(eq(messages.kind, 'series-confirmed'), sql`${booking.moves} = 0`)
  const movedThen = and(eq(events.bookingId, id), eq(events.kind, 'moved'), eq(events.at, messages.createdAt))
  const tellsMove = and(
    eq(messages.kind, 'series-moved'),
    exists(ctx.db.select({ id: events.id }).from(events).where(movedThen)),
  )
  const ofSeries = ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.seriesId, seriesId ?? ''))
  const series = and(inArray(messages.bookingId, ofSeries), or(tellsEntry, tellsMove))
  const notified = and(
    or(own, series),
    notInArray(messages.status, ['suppressed', 'failed']),
    gt(messages.createdAt, since),
    lte(messages.createdAt, ctx.now),
  )
  return ctx.db.select({ id: messages.id }).from(messages).where(notified).get() !== undefined
}

/**
 * Reminds the practice once of each request, and of each move asked for by a patient, that has waited for
 * `UNANSWERED_AFTER`.
 */
export function remindPracticeOfUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  const since = ctx.now - UNANSWERED_AFTER
  const unansweredRequest = and(eq(bookings.status, 'requested'), lte(bookings.createdAt, since))
  const unansweredMove = and(
    isNotNull(bookings.moveToAt),
    lte(bookings.moveAskedAt, since),
    gt(bookings.moveToAt, ctx.now),
  )
  inTx(ctx, () => {
    for (const condition of [unansweredRequest, unansweredMove]) {
      const waiting = ctx.db
        .select()
        .from(bookings)
        .where(and(condition, isNull(bookings.nudgedAt), gt(bookings.startsAt, ctx.now)))
        .all()
      for (const booking of waiting) {
        ctx.db.update(bookings).set({ nudgedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
        const { moveToAt, moveAskedAt } = booking
        if (moveToAt === null || moveAskedAt === null) notifyUnanswered(ctx, booking)
        else notifyMoveUnanswered(ctx, { ...booking, moveToAt, moveAskedAt })
      }
    }
  })
}
