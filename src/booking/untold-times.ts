import { and, desc, eq, gt, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, events, messages } from '../db/schema.ts'
import { listSeries } from '../db/series-rows.ts'
import { type Instant, MINUTE } from '../shared/day.ts'

/**
 * This module finds messages that name a time and have not been sent yet, because the change can still be
 * undone or the mail server is down (docs/behaviour.md 8.18).
 */

/**
 * Returns whether a message with the booking's present time still waits. A move makes it stale: a message
 * about this booking alone is then never sent, so that the patient would learn of no time, and one about its
 * series is sent with the earlier time.
 */
export function isTimeUntold(ctx: Ctx, booking: Booking): boolean {
  const tellsTime = and(
    eq(messages.bookingId, booking.id),
    eq(messages.startsAt, booking.startsAt),
    inArray(messages.kind, ['confirmed', 'moved']),
  )
  return isAnyWaiting(ctx, tellsTime) || isUntoldInSeries(ctx, booking)
}

/** Returns whether a message about several appointments of a series that include this one still waits. */
export function isUntoldInSeries(ctx: Ctx, booking: Booking): boolean {
  // The message is stored with the first appointment that it names.
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

/**
 * Returns the time of the booking that the patient knows: the present one, or if the messages about moves by
 * the practice still wait, the one from before these moves. A message about another move states it as the
 * earlier time.
 */
export function findKnownTime(ctx: Ctx, booking: Booking): Instant {
  const moves = ctx.db
    .select({ actor: events.actor, from: events.movedFromAt, to: events.movedToAt })
    .from(events)
    .where(and(eq(events.bookingId, booking.id), eq(events.kind, 'moved')))
    .orderBy(desc(events.id))
    .all()
  let known = booking.startsAt
  for (const { actor, from, to } of moves) {
    if (actor === 'visitor' || to !== known || from === null || !isMoveUntold(ctx, booking.id, to)) break
    known = from
  }
  return known
}

/** Returns whether messages about a move to this time wait, and none was sent. */
function isMoveUntold(ctx: Ctx, bookingId: string, to: Instant): boolean {
  const statuses = ctx.db
    .select({ status: messages.status })
    .from(messages)
    .where(and(eq(messages.bookingId, bookingId), eq(messages.kind, 'moved'), eq(messages.startsAt, to)))
    .all()
    .map(({ status }) => status)
  const isTold = statuses.some((status) => status === 'sent' || status === 'sending' || status === 'unknown')
  return statuses.includes('queued') && !isTold
}

/** Milliseconds after which a message that is due, but was not sent, waits for its server. */
const WAITS_AFTER = MINUTE

/** Returns whether any of these messages waits. One that has just become due is about to be sent. */
function isAnyWaiting(ctx: Ctx, which: SQL | undefined): boolean {
  const isNotDue = gt(messages.dueAt, ctx.now)
  const isOverdue = lt(messages.dueAt, ctx.now - WAITS_AFTER)
  const waits = and(eq(messages.status, 'queued'), or(isNotDue, isOverdue))
  return ctx.db.select({ id: messages.id }).from(messages).where(and(which, waits)).get() !== undefined
}
