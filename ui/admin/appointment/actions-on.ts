import { type BookingStatus, isStanding } from '../../../src/shared/booking.ts'
import type { Instant } from '../../../src/shared/day.ts'
import type { AppointmentAction } from './use-decision.ts'

type TimedAppointment = {
  status: BookingStatus
  start: string
  end: string
  move?: { start: string } | undefined
}

/**
 * Returns the actions that an appointment allows at this instant. A request is rejected, never cancelled
 * (docs/behaviour.md 8.6 and 8.12). If the patient asks for another time (`move`), that time is confirmed or
 * rejected.
 */
export function actionsOn(
  { status, start, end, move }: TimedAppointment,
  now: Instant,
): readonly AppointmentAction[] {
  if (status === 'requested') return Date.parse(start) > now ? ['confirm', 'reject'] : ['reject']
  if (status !== 'confirmed' || Date.parse(end) <= now) return []
  const canDecideOnMove = move !== undefined && Math.min(Date.parse(start), Date.parse(move.start)) > now
  return canDecideOnMove ? ['confirm', 'reject', 'cancel'] : ['cancel']
}

/** Returns whether the practice can move an appointment at this instant (docs/behaviour.md 8.17). */
export function canMove({ status, end }: TimedAppointment, now: Instant): boolean {
  return isStanding(status) && Date.parse(end) > now
}
