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

/** An appointment from before a move: its start, and the id of its resource. */
type EarlierAppointment = Readonly<{ from: Instant; fromResource: string }>

/**
 * Returns the earlier appointment that the message about a move of the booking states. It is the one that the
 * patient was told last, or for a move back to that one, the present one.
 * @param to.start the new start
 * @param to.wish the id of the resource to move to; undefined keeps the present one
 */
export function statedEarlier(
  ctx: Ctx,
  booking: Booking,
  { start, wish = booking.resourceId }: Readonly<{ start: Instant; wish: string | undefined }>,
): EarlierAppointment {
  const lastTold = lastToldAppointment(ctx, booking)
  // Otherwise the message would state the same appointment as the earlier and as the new one.
  const movesBack = lastTold.from === start && lastTold.fromResource === wish
  return movesBack ? presentAppointment(booking) : lastTold
}

function presentAppointment({ startsAt, resourceId }: Booking): EarlierAppointment {
  return { from: startsAt, fromResource: resourceId }
}

/**
 * Returns what the patient was told last: the present appointment, or the one from before the moves by the
 * practice of which the patient has got no message, and will get none.
 */
function lastToldAppointment(ctx: Ctx, booking: Booking): EarlierAppointment {
  const movesLatestFirst = ctx.db
    .select()
    .from(events)
    .where(and(eq(events.bookingId, booking.id), inArray(events.kind, ['moved', 'offer-taken'])))
    .orderBy(desc(events.id))
    .all()
  // The search goes back from move to move until it reaches an appointment that the patient was told.
  let reached = presentAppointment(booking)
  for (const { actor, movedFromAt: from, movedToAt: to, at, before } of movesLatestFirst) {
    // A move to any other time was undone.
    if (to !== reached.from) continue
    if (from === null || actor === 'visitor' || isMoveTold(ctx, booking, { to, at })) break
    // Only a move that could be undone has stored the earlier resource.
    reached = { from, fromResource: before?.resourceId ?? reached.fromResource }
  }
  return reached
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
