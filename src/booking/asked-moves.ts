import { and, eq, isNotNull, lte, or } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events } from '../db/schema.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import { releaseMove } from '../schedule/reservations.ts'
import type { Instant } from '../shared/day.ts'
import { changeBooking } from './bookings.ts'
import { findLastChange, findLastEvent, recordEvent } from './events.ts'
import { NO_MOVE, tooLateProblem } from './life-cycle.ts'
import { notifyMoved, notifyMoveRejected } from './move-notifications.ts'
import { changeTime } from './moves.ts'
import { endUndo } from './undoable-changes.ts'

/**
 * This module decides on and ends the move that the patient of a confirmed booking asks for
 * (docs/behaviour.md 8.21 to 8.25). Patients ask for moves by patient-moves.ts.
 */

const TIME_HAS_BEGUN =
  'Eine der beiden Zeiten hat schon begonnen. Dieser Termin kann nicht mehr verschoben werden.'

/** The sentence that refuses a later decision, by the event that ended the move. */
const WHY_MOVE_ENDED: Partial<Record<(typeof events.$inferSelect)['kind'], string>> = {
  'move-rejected': 'Diese Verschiebung wurde bereits abgelehnt.',
  'move-withdrawn': 'Die Verschiebung wurde zurückgezogen. Der Termin bleibt, wo er ist.',
  'move-lapsed': 'Die Frist für diese Verschiebung ist vorbei. Der Termin bleibt, wo er ist.',
}

/** Returns the patient's text about the move that waits for the practice; '' where no move waits. */
export function messageOfMove(ctx: Ctx, { id, moveToAt }: Booking): string {
  if (moveToAt === null) return ''
  return findLastEvent(ctx, id, eq(events.kind, 'move-asked'))?.message ?? ''
}

/**
 * Moves the booking to the time that the patient asks for. Must run inside a transaction.
 * @param to the start that the patient asks for
 * @throws Problem too_late when one of the two times has begun
 */
export function confirmMove(
  ctx: Ctx,
  booking: Booking,
  { to, message }: Readonly<{ to: Instant; message: string }>,
): Booking {
  const { id, startsAt: from } = booking
  if (Math.min(from, to) <= ctx.now) throw tooLateProblem(booking, TIME_HAS_BEGUN)
  if (ctx.actor.kind === 'admin') recordAudit(ctx, 'booking-moved', bookingSubject(id))
  endUndo(ctx, booking)
  const moved = changeTime(ctx, booking, {
    start: to,
    resourceId: booking.moveToResourceId ?? undefined,
  })
  recordEvent(ctx, id, 'moved', { message, movedFromAt: from, movedToAt: to })
  notifyMoved(ctx, moved, { from, fromResource: booking.resourceId, message, wantedBy: 'patient' })
  return moved
}

/**
 * Ends the move that the patient asks for, because the practice rejects it. Must run inside a transaction.
 */
export function rejectMove(ctx: Ctx, booking: Booking, message: string): Booking {
  if (ctx.actor.kind === 'admin') recordAudit(ctx, 'booking-move-rejected', bookingSubject(booking.id))
  return endMove(ctx, booking, 'move-rejected', message)
}

/** Ends the undecided moves of which one time has begun, and tells the patients (docs/behaviour.md 8.24). */
export function dropLapsedMoves(ctx: Ctx): void {
  inTx(ctx, () => {
    const begun = or(lte(bookings.moveToAt, ctx.now), lte(bookings.startsAt, ctx.now))
    const lapsed = ctx.db
      .select()
      .from(bookings)
      .where(and(isNotNull(bookings.moveToAt), begun))
      .all()
    for (const booking of lapsed) endMove(ctx, booking, 'move-lapsed')
  })
}

/**
 * Ends the move that the patient asks for without changing the booking's time, frees the time asked for, and
 * tells the patient unless the patient has withdrawn the move.
 */
export function endMove(
  ctx: Ctx,
  booking: Booking,
  kind: 'move-rejected' | 'move-withdrawn' | 'move-lapsed',
  message = '',
): Booking {
  const { id, startsAt } = booking
  // The booking has a move to end, so it has a start that the patient asks for.
  const requestedStart = booking.moveToAt ?? startsAt
  refillAndOffer(ctx, releaseMove(ctx, id))
  const unmoved = changeBooking(ctx, id, NO_MOVE)
  recordEvent(ctx, id, kind, { message, movedFromAt: startsAt, movedToAt: requestedStart })
  if (kind !== 'move-withdrawn')
    notifyMoveRejected(ctx, unmoved, {
      requestedStart,
      toResource: booking.moveToResourceId,
      message,
      hasLapsed: kind === 'move-lapsed',
    })
  return unmoved
}

/** Returns the start that the patient asks for, while the practice can still decide on it. */
export function pendingMove({ startsAt, moveToAt }: Booking, now: Instant): Instant | undefined {
  return moveToAt !== null && Math.min(startsAt, moveToAt) > now ? moveToAt : undefined
}

/** The end of a move that a patient asked for, after which the booking keeps its time. */
export type EndedMove = Readonly<{
  /** The start that the patient asked for. */
  to: Instant | null
  wasRejected: boolean
  /** The sentence that refuses a later decision on the move. */
  reason: string
}>

/** Returns how the last move that the patient asked for ended, if nothing has changed the booking since. */
export function findEndedMove(ctx: Ctx, { id }: Booking): EndedMove | undefined {
  const lastChange = findLastChange(ctx, id)
  if (lastChange === undefined) return undefined
  const reason = WHY_MOVE_ENDED[lastChange.kind]
  if (reason === undefined) return undefined
  return { to: lastChange.movedToAt, wasRejected: lastChange.kind === 'move-rejected', reason }
}
