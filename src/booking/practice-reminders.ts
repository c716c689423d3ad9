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
