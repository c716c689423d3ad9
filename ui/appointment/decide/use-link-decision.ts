import { useState } from 'react'
import type { Instant } from '../../../src/shared/day.ts'
import type { Booking, ChangeAnswer } from '../../api/appointment.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useAppointmentChange } from '../../patient/appointment-change.ts'
import { MESSAGE_NAME } from '../../patient/message-field.tsx'
import { useEnteredEarly } from '../../patient/page-data.ts'
import { useAppointment } from '../../patient/use-appointment.ts'
import type { DecisionText } from './decision-texts.ts'
import { whyClosed } from './why-closed.ts'

/** The data that the page of a staff link has before the appointment is loaded. */
export type LinkDecisionInput = {
  id: string
  requestText: DecisionText
  /** The texts for a confirmed appointment whose patient asks for another time. */
  moveText: DecisionText
  /** The instant at which the signature expires; undefined without one. */
  validUntil: Instant | undefined
  /** @param start the ISO instant of the time on which the page decides */
  send: (message: string, start: string | undefined) => Promise<ChangeAnswer>
}

/** Loads the appointment, and returns what the page needs to show and to make the decision. */
export function useLinkDecision({ id, requestText, moveText, validUntil, send }: LinkDecisionInput) {
  // Two people may decide at the same time. With 0, the page reloads the appointment at once.
  const appointment = useAppointment(id, 0)
  const enteredEarly = useEnteredEarly(MESSAGE_NAME)
  const [message, setMessage] = useState(enteredEarly)
  const { booking } = appointment
  const start = (booking?.move ?? booking?.slot)?.start
  const change = useAppointmentChange(id, () => send(message, start))
  const asksMove = useAskedMove(booking, change.outcome)
  const text = asksMove ? moveText : requestText
  // Somebody else may have made the same decision since the page was opened. The server then refuses this
  // one, but the page shows it as done.
  const isDone = change.refusal !== undefined && !booking?.move && booking?.status === text.status
  const refusal = isDone ? undefined : change.refusal
  const isSettled = change.outcome !== undefined || refusal !== undefined
  const closed = booking && !isSettled ? closedNow(booking, text, { start, validUntil }) : undefined
  return {
    appointment,
    change: { ...change, refusal },
    text,
    isDone,
    closed,
    isOpen: !isSettled && !closed,
    message: { value: message, onChange: setMessage },
    start,
  }
}

/**
 * Returns whether the decision is about another time that the patient asks for. The decision ends the move;
 * the state keeps its texts on the page.
 */
function useAskedMove(booking: Booking | undefined, outcome: ChangeAnswer | undefined): boolean {
  const [asksMove, setAsksMove] = useState(false)
  // React allows setting state while rendering, if it follows from other state.
  if (booking && !outcome && asksMove !== Boolean(booking.move)) setAsksMove(Boolean(booking.move))
  return asksMove
}

/**
 * Returns why the link cannot decide at present, or undefined while it can. Without `validUntil` a signed-in
 * staff member decides, for whom nothing expires.
 */
function closedNow(
  booking: Booking,
  text: DecisionText,
  { start, validUntil }: { start: string | undefined; validUntil: Instant | undefined },
) {
  return whyClosed(booking.status, text, {
    hasExpired: validUntil !== undefined && validUntil <= serverNow(),
    // A signature expires at the start for which it was made, so another expiry means another start.
    hasMoved: validUntil !== undefined && validUntil !== Date.parse(start ?? ''),
    asksMove: booking.move !== undefined,
  })
}
