import { type Ctx, inTx } from '../ctx.ts'
import { isStranger } from '../db/booking-rows.ts'
import type { Booking } from '../db/schema.ts'
import { findReservation } from '../schedule/occupations.ts'
import type { Canceller } from '../shared/booking.ts'
import type { Instant } from '../shared/day.ts'
import { forEachBooking, getBooking } from './bookings.ts'
import { assertBeforeCutOff, tooLateProblem, transition } from './life-cycle.ts'
import { notifyCancelledByPatient, notifyCancelledByStaff } from './notifications.ts'
import { countCancelledRequest } from './pressure.ts'
import { makeFinal, makeUndoable } from './undoable-changes.ts'
import { isUntoldInSeries } from './untold-times.ts'

const ALREADY_OVER = 'Dieser Termin ist schon vorbei und kann nicht mehr abgesagt werden.'

/**
 * Cancels for the patient, until the cut-off. Cancelling again changes nothing (docs/behaviour.md 8.9–8.11).
 * @param reason text for the practice; may be empty
 * @throws Problem 'not found'; too_late with start_local, starts_in_hours and the practice's phone and mail;
 * already_decided when the practice has rejected the booking
 */
export function cancelByPatient(ctx: Ctx, id: string, reason: string): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    if (booking.status === 'cancelled') {
      // The patient relies on the answer, so the practice must not undo its own cancellation now.
      makeFinal(ctx, booking)
      return booking
    }
    // `transition` refuses a rejected booking, as decided and not as too late.
    if (booking.status !== 'rejected') assertBeforeCutOff(ctx, booking, 'Stornierung')
    const cancelled = transition(ctx, booking, 'cancel', { message: reason })
    // A stranger's cancelled request counts like a hold in vain.
    if (booking.status === 'requested' && booking.origin !== null && isStranger(ctx, booking.mailbox))
      countCancelledRequest(ctx, booking.origin)
    notifyCancelledByPatient(ctx, cancelled, { wasConfirmed: booking.status === 'confirmed', reason })
    return cancelled
  })
}

type CancelOptions = Readonly<{
  /**
   * Whether the patient gets a message. Even without it, one is sent if a message that still waits will tell
   * the patient the appointment in its series.
   */
  notify?: boolean | undefined
  /** Who wants the cancellation: a patient who has called, or the practice. */
  canceller?: Canceller | undefined
  /** True keeps the messages waiting while the cancellation can be undone. */
  undoable?: boolean | undefined
}>

export type Cancelled = Readonly<{
  booking: Booking
  /** True when the booking was cancelled before, so that no message was sent. */
  repeated: boolean
  /** Whether the patient gets a message, which may be needed even without `notify`. */
  announced: boolean
  /** Instant until which an `undoable` cancellation can be undone. */
  undoUntil?: Instant
}>

/**
 * Cancels a requested or confirmed booking for the practice, until the appointment is over (docs/behaviour.md
 * 8.12).
 * @param message text for the patient; may be empty
 * @throws Problem 'not found'; already_decided when the booking was rejected; too_late when the appointment
 * is over
 */
export function cancelByStaff(
  ctx: Ctx,
  id: string,
  message: string,
  { notify = true, canceller = 'practice', undoable = false }: CancelOptions = {},
): Cancelled {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    if (booking.status === 'cancelled') return { booking, repeated: true, announced: notify }
    // `transition` refuses a rejected booking, as decided and not as too late.
    if (booking.status !== 'rejected' && booking.endsAt <= ctx.now)
      throw tooLateProblem(booking, ALREADY_OVER)
    const announced = notify || isUntoldInSeries(ctx, booking)
    const givenUp = findReservation(ctx, id)
    const cancelled = transition(ctx, booking, 'cancel', { message, canceller })
    const wasConfirmed = booking.status === 'confirmed'
    if (announced) notifyCancelledByStaff(ctx, cancelled, { wasConfirmed, message, canceller })
    return {
      booking: cancelled,
      repeated: false,
      announced,
      ...(undoable && { undoUntil: makeUndoable(ctx, booking, givenUp) }),
    }
  })
}

/** Cancels each booking by `cancelByStaff`, and goes on after a refusal (docs/behaviour.md 8.20). */
export function cancelSeveralByStaff(
  ctx: Ctx,
  { ids, message, notify }: Readonly<{ ids: readonly string[]; message: string; notify: boolean }>,
) {
  return forEachBooking(ids, (id) => cancelByStaff(ctx, id, message, { notify }))
}
