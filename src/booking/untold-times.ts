import { and, desc, eq, gt, gte, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, events, messages } from '../db/schema.ts'
import { listSeries } from '../db/series-rows.ts'
import { kindsWhere } from '../messaging/kinds.ts'
import { type Instant, MINUTE } from '../shared/day.ts'

/**
 * This module finds times that patients have not been told: the practice wanted no message, or it has not
 * been sent yet, because the change can still be undone or the mail server is down (docs/behaviour.md 8.18).
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

/** The earlier appointment that a message about a move states: its start, and the id of its resource. */
export type ToldBefore = Readonly<{ from: Instant; fromResource: string }>

/**
 * Returns what the message about a move of the booking states as the earlier appointment.
 * @param to.wish the id of the resource to move to; undefined keeps the present one
 */
export function toldBefore(
  ctx: Ctx,
  booking: Booking,
  { start, wish = booking.resourceId }: Readonly<{ start: Instant; wish: string | undefined }>,
): ToldBefore {
  const known = findKnown(ctx, booking)
  // A move back to what the patient knows would state the same twice.
  const isBack = known.from === start && known.fromResource === wish
  return isBack ? presentOf(booking) : known
}

function presentOf({ startsAt, resourceId }: Booking): ToldBefore {
  return { from: startsAt, fromResource: resourceId }
}

/**
 * Returns what the patient was last told: the present appointment, or the one from before the moves by the
 * practice that no message has told, or only one that waits and will never be sent.
 */
function findKnown(ctx: Ctx, booking: Booking): ToldBefore {
  const movesFromLast = ctx.db
    .select()
    .from(events)
    .where(and(eq(events.bookingId, booking.id), inArray(events.kind, ['moved', 'offer-taken'])))
    .orderBy(desc(events.id))
    .all()
  let known = presentOf(booking)
  for (const { actor, movedFromAt: from, movedToAt: to, at, before } of movesFromLast) {
    // A move to any other time was undone.
    if (to !== known.from) continue
    if (from === null || actor === 'visitor' || isMoveTold(ctx, booking, { to, at })) break
    // Only a move that could be undone has stored the earlier resource.
    known = { from, fromResource: before?.resourceId ?? known.fromResource }
  }
  return known
}

/** The messages to patients that state the start of a single appointment. */
const TELLING_KINDS = kindsWhere(
  ({ to, validWhile, isAboutSeries = false, statesMove = false }) =>
    to === 'patient' && validWhile !== null && !isAboutSeries && !statesMove,
)

/** Returns whether a message since the move has told the patient the new time, or certainly will. */
function isMoveTold(ctx: Ctx, booking: Booking, { to, at }: Readonly<{ to: Instant; at: Instant }>): boolean {
  const isOwn = and(
    eq(messages.bookingId, booking.id),
    inArray(messages.kind, TELLING_KINDS),
    eq(messages.startsAt, to),
    gte(messages.createdAt, at),
  )
  const isOfSeries = and(
    inArray(
      messages.bookingId,
      listSeries(ctx, booking).map(({ id }) => id),
    ),
    eq(messages.kind, 'series-moved'),
    eq(messages.createdAt, at),
  )
  const isSent = inArray(messages.status, ['sent', 'sending', 'unknown'])
  // Another move does not make an e-mail about the series stale.
  const isSentLater = and(eq(messages.status, 'queued'), eq(messages.channel, 'email'))
  const tells = or(and(isOwn, isSent), and(isOfSeries, or(isSent, isSentLater)))
  return ctx.db.select({ id: messages.id }).from(messages).where(tells).get() !== undefined
}

/** Milliseconds after which a message that is due, but was not sent, waits for its server. */
const WAITS_AFTER = MINUTE

/**
 * Returns whether any message that meets the condition waits. One that has just become due is about to be
 * sent.
 */
function isAnyWaiting(ctx: Ctx, condition: SQL | undefined): boolean {
  const isNotDue = gt(messages.dueAt, ctx.now)
  const isOverdue = lt(messages.dueAt, ctx.now - WAITS_AFTER)
  const isWaiting = and(eq(messages.status, 'queued'), or(isNotDue, isOverdue))
  return (
    ctx.db.select({ id: messages.id }).from(messages).where(and(condition, isWaiting)).get() !== undefined
  )
}
