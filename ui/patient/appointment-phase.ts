import { displayOfStatus, type StatusDisplay } from '../../src/shared/booking.ts'
import type { Instant } from '../../src/shared/day.ts'
import type { Booking } from '../api/appointment.ts'
import { ALREADY_DECIDED } from './appointment-texts.ts'

/**
 * The phase of an appointment: `ahead` until it begins, then `running`, and `over` from its end on. A request
 * whose time has come without a decision is `unanswered`, and a rejected or cancelled appointment is `off`.
 */
export type AppointmentPhase = 'off' | 'ahead' | 'running' | 'over' | 'unanswered'

type TimedBooking = Pick<Booking, 'status'> & { slot: { start: string; end?: string } }

/** The badges that replace the status of an appointment in the past. */
const BADGES_OF_PAST: Readonly<Partial<Record<AppointmentPhase, StatusDisplay>>> = {
  over: { label: 'vorbei', tone: 'neutral' },
  unanswered: { label: 'nicht bestätigt', tone: 'neutral' },
}

/** Returns the phase of the appointment at `now`. Without an end, an appointment is over when it begins. */
export function phaseOf({ status, slot }: TimedBooking, now: Instant): AppointmentPhase {
  if (status === 'rejected' || status === 'cancelled') return 'off'
  if (Date.parse(slot.start) > now) return 'ahead'
  if (status === 'requested') return 'unanswered'
  return Date.parse(slot.end ?? slot.start) > now ? 'running' : 'over'
}

/** Returns the badge of an appointment, which is that of its status until its time has passed. */
export function displayOf(booking: TimedBooking, now: Instant): StatusDisplay {
  return BADGES_OF_PAST[phaseOf(booking, now)] ?? displayOfStatus(booking.status)
}

/**
 * Returns the sentence that says why the patient can no longer change anything; undefined while changes are
 * possible.
 */
export function endedSentence(booking: TimedBooking, now: Instant): string | undefined {
  const { status } = booking
  if (status === 'rejected' || status === 'cancelled') return ALREADY_DECIDED[status]
  const phase = phaseOf(booking, now)
  if (phase === 'over') return 'Dieser Termin ist vorbei.'
  return phase === 'unanswered' ? 'Dieser Termin wurde nicht bestätigt.' : undefined
}
