import {
  and,
  type Column,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events, messages } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { isNight, nextMorning } from '../time/quiet-hours.ts'
import { notifyMoveUnanswered, notifyReminder, notifyUnanswered } from './notifications.ts'

/** Milliseconds that a request waits before the practice is reminded of it. */
export const UNANSWERED_AFTER = DAY_LENGTH

/**
 * Reminds patients of confirmed appointments within the next `reminder_hours`, once each and not at night.
 * There is no reminder when the confirmation or move was sent within these hours before the start, or before
 * the reminder where the night makes it an early one (docs/behaviour.md 10.21 and 10.23).
 */
export function remindDue(ctx: Ctx): void {
  const hours = readSetting(ctx, 'general', 'reminder_hours')
  if (hours <= 0 || isNight(ctx.now)) return
  inTx(ctx, () => {
    const due = ctx.now + hours * HOUR
    for (const booking of listToRemind(ctx, Math.max(due, endOfNightAhead(ctx)))) {
      ctx.db.update(bookings).set({ remindedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
      const since = (booking.startsAt > due ? ctx.now : booking.startsAt) - hours * HOUR
      if (!wasToldSince(ctx, booking, since)) notifyReminder(ctx, booking)
    }
  })
}

/**
 * Returns the end of the coming night in the last hour before it, and now at other times. An appointment that
 * begins until then is reminded of in that hour, because in the morning it would be too late.
 */
function endOfNightAhead({ now }: Ctx): Instant {
  return isNight(now + HOUR) ? nextMorning(now) : now
}

/** Lists the confirmed bookings ahead that start until an instant, and whose patient was not reminded yet. */
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
 * Returns whether a message that tells the patient the booking's time was queued between `since` and now.
 * Messages dated later were queued while the clock was wrong, and do not count.
 */
function wasToldSince(ctx: Ctx, booking: Booking, since: Instant): boolean {
  const told = and(
    or(isOwnMessage(booking), isSeriesMessage(ctx, booking)),
    notInArray(messages.status, ['suppressed', 'failed']),
    gt(messages.createdAt, since),
    lte(messages.createdAt, ctx.now),
  )
  return ctx.db.select({ id: messages.id }).from(messages).where(told).get() !== undefined
}

/** The condition of a message about this booking alone that tells its present time. */
function isOwnMessage({ id, startsAt }: Booking): SQL | undefined {
  return and(
    eq(messages.bookingId, id),
    eq(messages.startsAt, startsAt),
    inArray(messages.kind, ['confirmed', 'moved']),
  )
}

/**
 * The condition of a message about the booking's series that tells the booking's present time. Such a message
 * is stored with one appointment of the series. The first message tells the times of all appointments, and a
 * later message the times of those that were moved together.
 */
function isSeriesMessage(ctx: Ctx, { id, seriesId, moves }: Booking): SQL | undefined {
  const isOfSeries = inArray(
    messages.bookingId,
    ctx.db
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.seriesId, seriesId ?? '')),
  )
  // A booking that was moved since has another time than the first message told.
  const neverMoved = sql`${moves} = 0`
  const tellsEntry = and(eq(messages.kind, 'series-confirmed'), neverMoved)
  const movedThen = and(eq(events.bookingId, id), eq(events.kind, 'moved'), eq(events.at, messages.createdAt))
  const tellsMove = and(
    eq(messages.kind, 'series-moved'),
    exists(ctx.db.select({ id: events.id }).from(events).where(movedThen)),
  )
  return and(isOfSeries, or(tellsEntry, tellsMove))
}

/**
 * Reminds the practice once of each request, and of each move asked for by a patient, that has waited for
 * `UNANSWERED_AFTER`.
 */
export function remindPracticeOfUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  const { status, createdAt, startsAt, moveToAt, moveAskedAt } = bookings
  const since = ctx.now - UNANSWERED_AFTER
  // In the morning it would be too late for what begins until then.
  const morning = endOfNightAhead(ctx)
  const sinceNight = morning - UNANSWERED_AFTER
  const isDue = (at: Column, ...starts: Column[]) =>
    or(lte(at, since), and(lte(at, sinceNight), or(...starts.map((start) => lte(start, morning)))))
  const isOpenRequest = and(eq(status, 'requested'), isDue(createdAt, startsAt))
  const isOpenMove = and(isNotNull(moveToAt), isDue(moveAskedAt, startsAt, moveToAt), gt(moveToAt, ctx.now))
  inTx(ctx, () => {
    for (const condition of [isOpenRequest, isOpenMove])
      for (const booking of listNotReminded(ctx, condition)) remindPracticeOf(ctx, booking)
  })
}

/** Lists the bookings ahead that meet the condition and of which the practice was not reminded yet. */
function listNotReminded(ctx: Ctx, condition: SQL | undefined): Booking[] {
  return ctx.db
    .select()
    .from(bookings)
    .where(and(condition, isNull(bookings.nudgedAt), gt(bookings.startsAt, ctx.now)))
    .all()
}

/** Reminds the practice of a request or a move, and stores when. */
function remindPracticeOf(ctx: Ctx, booking: Booking): void {
  ctx.db.update(bookings).set({ nudgedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
  const { moveToAt, moveAskedAt } = booking
  if (moveToAt === null || moveAskedAt === null) notifyUnanswered(ctx, booking)
  else notifyMoveUnanswered(ctx, { ...booking, moveToAt, moveAskedAt })
}
