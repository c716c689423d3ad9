import { and, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, messages } from '../db/schema.ts'
import { listSeries } from '../db/series-rows.ts'

/**
 * This module knows of messages that tell patients a time and still wait, as in the seconds in which a change
 * can be taken back, or while the mail server is down (docs/behaviour.md 8.18).
 */

/**
 * Returns whether a message that tells the patient the booking's time still waits. A move makes it untrue.
 * One about this booking alone then never leaves, so the patient would hear nothing; one about its series
 * leaves with the earlier time.
 */
export function isTimeUntold(ctx: Ctx, booking: Booking): boolean {
  const tellsTime = and(
    eq(messages.bookingId, booking.id),
    eq(messages.startsAt, booking.startsAt),
    inArray(messages.kind, ['confirmed', 'moved']),
  )
  return isAnyWaiting(ctx, tellsTime) || isUntoldInSeries(ctx, booking)
}

/** Returns whether a message about several appointments of a series, this one among them, still waits. */
export function isUntoldInSeries(ctx: Ctx, booking: Booking): boolean {
  // Such a message is stored with the first appointment that it tells.
  const untilThis = listSeries(ctx, booking).filter(({ startsAt }) => startsAt <= booking.startsAt)
  const tellsTime = and(
    inArray(
      messages.bookingId,
      untilThis.map(({ id }) => id),
    ),
    inArray(messages.kind, ['series-confirmed', 'series-moved']),
  )
  return isAnyWaiting(ctx, tellsTime)
}

function isAnyWaiting(ctx: Ctx, which: SQL | undefined): boolean {
  const waits = and(eq(messages.status, 'queued'), gt(messages.dueAt, ctx.now))
  return ctx.db.select({ id: messages.id }).from(messages).where(and(which, waits)).get() !== undefined
}
