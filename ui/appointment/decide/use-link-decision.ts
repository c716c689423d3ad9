import { useState } from 'react'
import type { Instant } from '../../../src/shared/day.ts'
import type { Booking, ChangeAnswer } from '../../api/appointment.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useAppointmentChange } from '../../patient/appointment-change.ts'
import { MESSAGE_NAME } from '../../patient/message-field.tsx'
import { useEnteredEarly } from '../../patient/page-data.ts'
import { useAppointment } from '../../patient/use-appointment.ts'
import type { DecisionText } from './decision-texts.ts'
import { type ClosedBanner, whyClosed } from './why-closed.ts'

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

/** The state of the page. A banner says why the link can decide nothing. */
type LinkState = Readonly<
  | { name: 'open' }
  /** The server has made the decision of this page, or has finally refused it. */
  | { name: 'answered' }
  /** Somebody else has made the same decision since the page was opened. */
  | { name: 'made-meanwhile'; banner: ClosedBanner }
  | { name: 'closed'; banner: ClosedBanner }
>

/** Two people may decide at the same time, so the appointment is loaded again at once. */
const STALE_AFTER_MS = 0

/** Loads the appointment, and returns what the page needs to show and to make the decision. */
export function useLinkDecision({ id, requestText, moveText, validUntil, send }: LinkDecisionInput) {
  const appointment = useAppointment(id, STALE_AFTER_MS)
  const enteredEarly = useEnteredEarly(MESSAGE_NAME)
  const [message, setMessage] = useState(enteredEarly)
  const { booking } = appointment
  const start = (booking?.move ?? booking?.slot)?.start
  const change = useAppointmentChange(id, () => send(message, start))
  const text = useAskedMove(booking, change.outcome) ? moveText : requestText
  const state = stateOf(booking, change, { text, start, validUntil })
  return {
    appointment,
    // The server refuses a decision that somebody else has made meanwhile, but the page shows it as done.
    change: state.name === 'made-meanwhile' ? { ...change, refusal: undefined } : change,
    text,
    state,
    message: { value: message, onChange: setMessage },
    start,
  }
}

/**
 * Returns whether the decision is about another time that the patient asks for. After the decision the
 * booking has no such time, but the page still needs the texts about it, so the answer is kept as state.
 */
function useAskedMove(booking: Booking | undefined, outcome: ChangeAnswer | undefined): boolean {
  const [asksMove, setAsksMove] = useState(false)
  // React allows setting state while rendering, if it follows from other state.
  if (booking && !outcome && asksMove !== Boolean(booking.move)) setAsksMove(Boolean(booking.move))
  return asksMove
}

/** The decision of a staff link: its texts, the ISO instant it is about, and when it expires. */
type Link = Readonly<{ text: DecisionText; start: string | undefined; validUntil: Instant | undefined }>

/** Returns the state of the page. Until the appointment is loaded, it is open. */
function stateOf(
  booking: Booking | undefined,
  { outcome, refusal }: ReturnType<typeof useAppointmentChange>,
  link: Link,
): LinkState {
  const wasMadeMeanwhile = refusal && booking && !booking.move && booking.status === link.text.status
  if (outcome || (refusal && !wasMadeMeanwhile)) return { name: 'answered' }
  const banner = booking && findClosedBanner(booking, link)
  if (!banner) return { name: 'open' }
  return { name: wasMadeMeanwhile ? 'made-meanwhile' : 'closed', banner }
}

/**
 * Returns the banner that says why the link cannot decide at present, or undefined while it can. Without
 * `validUntil` a signed-in staff member decides, for whom nothing expires.
 */
function findClosedBanner(booking: Booking, { text, start, validUntil }: Link): ClosedBanner | undefined {
  return whyClosed(booking.status, text, {
    hasExpired: validUntil !== undefined && validUntil <= serverNow(),
    // A signature expires at the start for which it was made, so another expiry means another start.
    hasMoved: validUntil !== undefined && validUntil !== Date.parse(start ?? ''),
    asksMove: booking.move !== undefined,
  })
}
