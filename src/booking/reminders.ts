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

/** Milliseconds after which the practice is reminded of an undecided request or move. */
export const UNANSWERED_AFTER = DAY_LENGTH

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
      const since = (booking.startsAt > due ? ctx.now : booking.startsAt) - hours * HOUR
      if (!wasNotifiedSince(ctx, booking, since)) notifyReminder(ctx, booking)
    }
  })
}

/**
 * Returns the end of the coming night in the last hour before it, and now at other times. Appointments that
 * begin by then need their reminder in that hour, because the morning would be too late.
 */
function endOfNightAhead({ now }: Ctx): Instant {
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
    notInArray(messages.status, ['suppressed', 'failed']),
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

/**
 * Reminds the practice once of each request, and of each move that a patient asked for, that has been
 * undecided for `UNANSWERED_AFTER`.
 */
export function remindPracticeOfUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  const { status, createdAt, startsAt, moveToAt, moveAskedAt } = bookings
  // The morning would be too late for appointments that begin by then.
  const endOfNight = endOfNightAhead(ctx)
  const isDue = (waitsSince: Column, ...starts: Column[]) => {
    const beginsByMorning = or(...starts.map((start) => lte(start, endOfNight)))
    const isDueByMorning = lte(waitsSince, endOfNight - UNANSWERED_AFTER)
    return or(lte(waitsSince, ctx.now - UNANSWERED_AFTER), and(isDueByMorning, beginsByMorning))
  }
  const isOpenRequest = and(eq(status, 'requested'), isDue(createdAt, startsAt))
  const isOpenMove = and(isNotNull(moveToAt), isDue(moveAskedAt, startsAt, moveToAt), gt(moveToAt, ctx.now))
  inTx(ctx, () => {
    for (const condition of [isOpenRequest, isOpenMove])
      for (const booking of listNotReminded(ctx, condition)) remindPracticeOf(ctx, booking)
  })
}

/** Lists the future bookings that meet the condition and of which the practice has not been reminded. */
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
