import { type LinkedRequest, verifyStaffLink } from '../access/links.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import type { Booking } from '../db/schema.ts'
import { whyNotificationsOff } from '../messaging/outbox/suppression.ts'
import { findReservation } from '../schedule/occupations.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { confirmMove, type EndedMove, findEndedMove, rejectMove } from './asked-moves.ts'
import { alreadyDecidedProblem, forEachBooking, getBooking } from './bookings.ts'
import { findLastChange } from './events.ts'
import { TRANSITIONS, tooLateProblem, transition } from './life-cycle.ts'
import { assertShown } from './moves.ts'
import { notifyConfirmed, notifyRejected } from './notifications.ts'
import { makeUndoable } from './undoable-changes.ts'

const MOVED_SINCE_EMAIL =
  'Dieser Termin wurde seit dieser E-Mail verschoben. Bitte entscheiden Sie darüber in der Verwaltung.'
const HAS_BEGUN = 'Dieser Termin hat schon begonnen und kann nicht mehr bestätigt werden.'
const TIME_NOT_RESERVED = 'Diese Zeit ist inzwischen anders belegt. Bitte lehnen Sie den Termin ab.'
const REJECTED_SILENTLY = 'Auffällige Anfrage, ohne Nachricht abgelehnt.'

export type Decision = 'confirm' | 'reject'

/** The outcome of a decision. */
export type Decided = Readonly<{
  booking: Booking
  /** The decision was on the booking, or on the move that the patient of a confirmed booking asks for. */
  about: 'booking' | 'move'
  /** True when the same decision was taken before, so that no message was sent. */
  repeated: boolean
  /** True when the patient gets no e-mail, because the practice has switched e-mails off. */
  emailsOff: boolean
  /** Instant until which an `undoable` decision can be undone. */
  undoUntil?: Instant
}>

type DecisionInput = Readonly<{
  decision: Decision
  /** Text for the patient; may be empty. */
  message?: string
  /** The state of the booking that a staff link was made for; undefined for a decision in the admin area. */
  link?: LinkedRequest | undefined
  /** The start, or the start asked for, that the page showed; undefined if it does not send that. */
  shown?: Instant | undefined
  /** True keeps the messages waiting while the decision can be undone. */
  undoable?: boolean
}>

/**
 * Confirms or rejects a request, or the time that the patient of a confirmed booking asks for. The same
 * decision again changes nothing (docs/behaviour.md 8.3–8.7 and 8.22).
 * @throws Problem 'not found', bad_signature (the link is from before a move), conflict (the time is not
 * `shown`), already_decided (the other decision was taken, the patient has withdrawn the move, or the booking
 * was cancelled), slot_taken (the booking's time is no longer reserved), too_late (the appointment has begun
 * and cannot be confirmed)
 */
export function decideBooking(ctx: Ctx, id: string, input: DecisionInput): Decided {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const decided = findRepeatedDecision(ctx, booking, input) ?? decideFirst(ctx, booking, input)
    const isUndoable = input.undoable === true && !decided.repeated
    return isUndoable ? { ...decided, undoUntil: makeUndoable(ctx, booking) } : decided
  })
}

/**
 * Reads the state of the booking that a staff link was made for.
 * @throws Problem bad_signature when `sig` is forged, expired, or made for another decision or booking
 */
export function readDecisionLink(ctx: Ctx, decision: Decision, id: string, sig: string): LinkedRequest {
  const moves = findBooking(ctx, id)?.moves ?? 0
  return verifyStaffLink(ctx, { action: decision, bookingId: id, moves }, sig)
}

/**
 * Answers a decision that was taken before; returns undefined for a new one.
 * @throws Problem already_decided, bad_signature
 */
function findRepeatedDecision(
  ctx: Ctx,
  booking: Booking,
  { decision, link }: DecisionInput,
): Decided | undefined {
  const repeated = { booking, repeated: true, emailsOff: false }
  const endedMove = findEndedMove(ctx, booking)
  // This comes before the check of the link, because how the move ended helps more than that the link is
  // outdated.
  if (endedMove !== undefined && isAboutMove(link, booking, endedMove)) {
    if (endedMove.wasRejected && decision === 'reject') return { ...repeated, about: 'move' }
    throw alreadyDecidedProblem(booking, endedMove.reason)
  }
  if (link !== undefined && !isCurrentLink(link, booking))
    throw new Problem('bad_signature', {}, MOVED_SINCE_EMAIL)
  if (booking.moveToAt !== null || booking.status !== TRANSITIONS[decision].to) return undefined
  const wasMoved = findLastChange(ctx, booking.id)?.kind === 'moved'
  return { ...repeated, about: wasMoved ? 'move' : 'booking' }
}

/** Returns whether a decision is about the ended move: each one without a link, and a link to its time. */
function isAboutMove(link: LinkedRequest | undefined, { moves }: Booking, { to }: EndedMove): boolean {
  return link === undefined || (link.moves === moves && link.start === to)
}

/**
 * Returns whether a link is about the booking as it is now, and not from before a move. For a booking that
 * was called off, only the count of moves must match.
 */
function isCurrentLink(link: LinkedRequest, { startsAt, moveToAt, moves, status }: Booking): boolean {
  const isCalledOff = status === 'rejected' || status === 'cancelled'
  return link.moves === moves && (isCalledOff || link.start === (moveToAt ?? startsAt))
}

/** Takes a decision that was not taken before. */
function decideFirst(ctx: Ctx, booking: Booking, { decision, message = '', shown }: DecisionInput): Decided {
  const askedStart = booking.moveToAt
  assertShown({ present: askedStart ?? booking.startsAt, shown })
  const emailsOff = whyNotificationsOff(ctx, 'email') !== undefined
  if (askedStart !== null) {
    const decided =
      decision === 'confirm'
        ? confirmMove(ctx, booking, { to: askedStart, message })
        : rejectMove(ctx, booking, message)
    return { booking: decided, about: 'move', repeated: false, emailsOff }
  }
  if (decision === 'confirm' && booking.status === 'requested') {
    // A request that was not answered in time can still be rejected.
    if (booking.startsAt <= ctx.now) throw tooLateProblem(booking, HAS_BEGUN)
    assertReserved(ctx, booking)
  }
  const decided = transition(ctx, booking, decision, { message })
  if (decision === 'confirm') notifyConfirmed(ctx, decided, message)
  else notifyRejected(ctx, decided, message)
  return { booking: decided, about: 'booking', repeated: false, emailsOff }
}

/** Rejects marked requests; their messages are stored as suppressed (docs/behaviour.md 12.32). */
export function rejectMarked(ctx: Ctx, ids: readonly string[]) {
  return forEachBooking(ids, (id) =>
    inTx(ctx, () => {
      const booking = getBooking(ctx, id)
      if (!booking.marked) throw new Problem('conflict', {}, 'Diese Anfrage ist nicht auffällig.')
      if (booking.status === 'rejected') return booking
      const rejected = transition(ctx, booking, 'reject', { message: REJECTED_SILENTLY })
      notifyRejected(ctx, rejected, '', REJECTED_SILENTLY)
      return rejected
    }),
  )
}

/** Refuses a booking whose time is not reserved from start to end. @throws Problem slot_taken */
function assertReserved(ctx: Ctx, { id, startsAt, endsAt }: Booking): void {
  const reserved = findReservation(ctx, id)
  if (reserved === undefined || reserved.startsAt > startsAt || reserved.endsAt < endsAt)
    throw new Problem('slot_taken', {}, TIME_NOT_RESERVED)
}
