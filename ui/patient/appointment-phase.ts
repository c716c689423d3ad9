import { displayOfStatus, type StatusDisplay } from '../../src/shared/booking.ts'
import type { Instant } from '../../src/shared/day.ts'
import type { Booking } from '../api/appointment.ts'
import { ALREADY_DECIDED } from './appointment-texts.ts'

/**
 * Where an appointment stands. An appointment that is `off` was rejected or cancelled, a request is
 * `unanswered` when its time has come without a decision, and a `running` appointment has begun.
 */
export type AppointmentPhase = 'off' | 'ahead' | 'running' | 'over' | 'unanswered'

type TimedBooking = Pick<Booking, 'status'> & { slot: { start: string; end?: string } }

/** The badges that replace the status of an appointment in the past. */
const BADGES_OF_PAST: Readonly<Partial<Record<AppointmentPhase, StatusDisplay>>> = {
  over: { label: 'vorbei', tone: 'neutral' },
  unanswered: { label: 'nicht bestätigt', tone: 'neutral' },
}

/** Returns where the appointment stands at `now`. Without an end, an appointment is over when it begins. */
export function phaseOf({ status, slot }: TimedBooking, now: Instant): AppointmentPhase {
  if (status === 'rejected' || status === 'cancelled') return 'off'
  if (Date.parse(slot.start) > now) return 'ahead'
  if (status === 'requested') return 'unanswered'
  return Date.parse(slot.end ?? slot.start) > now ? 'running' : 'over'
}

/** Returns the badge of an appointment: that of its status, until the appointment is over. */
export function displayOf(booking: TimedBooking, now: Instant): StatusDisplay {
  return BADGES_OF_PAST[phaseOf(booking, now)] ?? displayOfStatus(booking.status)
}

/**
 * Returns why the patient can change nothing any more, as a sentence; undefined while the appointment stands.
 */
export function endedSentence(booking: TimedBooking, now: Instant): string | undefined {
  const { status } = booking
  if (status === 'rejected' || status === 'cancelled') return ALREADY_DECIDED[status]
  const phase = phaseOf(booking, now)
  if (phase === 'over') return 'Dieser Termin ist vorbei.'
  return phase === 'unanswered' ? 'Dieser Termin wurde nicht bestätigt.' : undefined
}
