import { displayOfStatus, type StatusDisplay } from '../../src/shared/booking.ts'
import type { Instant } from '../../src/shared/day.ts'
import type { Booking } from '../api/appointment.ts'
import { ALREADY } from './appointment-texts.ts'

/**
 * Where an appointment stands: `off` was rejected or cancelled, `unanswered` is a request that had no answer
 * when it began, and `running` has begun.
 */
export type AppointmentPhase = 'off' | 'ahead' | 'running' | 'over' | 'unanswered'

type TimedBooking = Pick<Booking, 'status'> & { slot: { start: string; end?: string } }

/** The badges of appointments that lie behind. */
const BEHIND: Readonly<Partial<Record<AppointmentPhase, StatusDisplay>>> = {
  over: { label: 'vorbei', tone: 'neutral' },
  unanswered: { label: 'nicht bestätigt', tone: 'neutral' },
}

export function phaseOf({ status, slot }: TimedBooking, now: Instant): AppointmentPhase {
  if (status === 'rejected' || status === 'cancelled') return 'off'
  if (Date.parse(slot.start) > now) return 'ahead'
  if (status === 'requested') return 'unanswered'
  return Date.parse(slot.end ?? slot.start) > now ? 'running' : 'over'
}

/** Returns the badge of an appointment. Its status counts only until it is over. */
export function displayOf(booking: TimedBooking, now: Instant): StatusDisplay {
  return BEHIND[phaseOf(booking, now)] ?? displayOfStatus(booking.status)
}

/**
 * Returns why the patient can change nothing any more, as a sentence; undefined while the appointment stands.
 */
export function endedSentence(booking: TimedBooking, now: Instant): string | undefined {
  const { status } = booking
  if (status === 'rejected' || status === 'cancelled') return ALREADY[status]
  const phase = phaseOf(booking, now)
  if (phase === 'over') return 'Dieser Termin ist vorbei.'
  return phase === 'unanswered' ? 'Dieser Termin wurde nicht bestätigt.' : undefined
}
