import { and, type Column, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { notifyMoveUnanswered, notifyUnanswered } from './notifications.ts'
import { endOfNightAhead } from './reminders.ts'

/** This module reminds the practice of what patients still wait for. */

/** Milliseconds after which the practice is reminded of an undecided request or move. */
export const UNANSWERED_AFTER = DAY_LENGTH

/**
 * Reminds the practice once of each request, and of each move that a patient asked for, that has been
 * undecided for `UNANSWERED_AFTER`.
 */
export function remindPracticeOfUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  const { status, createdAt, startsAt, moveToAt, moveAskedAt } = bookings
  const isDueRequest = and(
    eq(status, 'requested'),
    isDue(ctx, { waitingSince: createdAt, beginsAt: [startsAt] }),
  )
  const isDueMove = and(
    isNotNull(moveToAt),
    gt(moveToAt, ctx.now),
    isDue(ctx, { waitingSince: moveAskedAt, beginsAt: [startsAt, moveToAt] }),
  )
  inTx(ctx, () => {
    for (const condition of [isDueRequest, isDueMove])
      for (const booking of listNotReminded(ctx, condition)) remindPracticeOf(ctx, booking)
  })
}

/**
 * The condition that a patient has waited for `UNANSWERED_AFTER`, now or by the end of the coming night if
 * one of the times begins by then, because the morning would be too late.
 */
function isDue(
  ctx: Ctx,
  { waitingSince, beginsAt }: Readonly<{ waitingSince: Column; beginsAt: readonly Column[] }>,
): SQL | undefined {
  const endOfNight = endOfNightAhead(ctx)
  const isDueByMorning = lte(waitingSince, endOfNight - UNANSWERED_AFTER)
  const beginsByMorning = or(...beginsAt.map((start) => lte(start, endOfNight)))
  return or(lte(waitingSince, ctx.now - UNANSWERED_AFTER), and(isDueByMorning, beginsByMorning))
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
