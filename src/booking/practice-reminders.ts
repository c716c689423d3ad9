import {
  and,
  type Column,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { notifyMoveUnanswered } from './move-notifications.ts'
import { notifyUnanswered } from './notifications.ts'
import { endOfNightAhead } from './reminders.ts'

/** This module reminds the practice of what patients still wait for. */

/** Milliseconds after which the practice is reminded of an undecided request or move, at the latest. */
export const UNANSWERED_AFTER = DAY_LENGTH

/**
 * Reminds the practice once of each request, and of each move that a patient asked for, that has been
 * undecided for `UNANSWERED_AFTER`, or for half of the time until the first of its starts.
 */
export function remindPracticeOfUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  const { status, createdAt, startsAt, moveToAt, moveAskedAt } = bookings
  const isDueRequest = and(
    eq(status, 'requested'),
    isDue(ctx, { waitingSince: createdAt, beginsAt: startsAt }),
  )
  const isDueMove = and(
    isNotNull(moveToAt),
    gt(moveToAt, ctx.now),
    isDue(ctx, { waitingSince: moveAskedAt, beginsAt: sql`min(${startsAt}, ${moveToAt})` }),
  )
  inTx(ctx, () => {
    for (const condition of [isDueRequest, isDueMove])
      for (const booking of listNotReminded(ctx, condition)) remindPracticeOf(ctx, booking)
  })
}

/**
 * The condition that a patient has waited for long enough, now or by the end of the coming night if the first
 * start is by then, because the morning would be too late.
 */
function isDue(
  ctx: Ctx,
  { waitingSince, beginsAt }: Readonly<{ waitingSince: Column; beginsAt: SQLWrapper }>,
): SQL | undefined {
  const endOfNight = endOfNightAhead(ctx)
  // A patient who has asked shortly before the start cannot wait for a day.
  const dueAt = sql`${waitingSince} + min(${UNANSWERED_AFTER}, (${beginsAt} - ${waitingSince}) / 2)`
  return or(lte(dueAt, ctx.now), and(lte(dueAt, endOfNight), lte(beginsAt, endOfNight)))
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
