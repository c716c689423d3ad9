import { type BookingStatus, stands } from '../../../src/shared/booking.ts'
import type { Instant } from '../../../src/shared/day.ts'
import type { AppointmentAction } from './use-decision.ts'

type Appointment = { status: BookingStatus; start: string; end: string; move?: { start: string } | undefined }

/**
 * What can be done with an appointment at this moment. A request is rejected and not cancelled (docs/behaviour.md 8.6 and 8.12). Of a
 * confirmed one with `move`, the time that its patient asks for is confirmed or rejected.
 */
export function actionsOn(
  { status, start, end, move }: Appointment,
  now: Instant,
): readonly AppointmentAction[] {
  if (status === 'requested') return Date.parse(start) > now ? ['confirm', 'reject'] : ['reject']
  if (status !== 'confirmed' || Date.parse(end) <= now) return []
  const isOpen = move !== undefined && Math.min(Date.parse(start), Date.parse(move.start)) > now
  return isOpen ? ['confirm', 'reject', 'cancel'] : ['cancel']
}

/** Whether the practice can move an appointment at this moment (docs/behaviour.md 8.17). */
export function canMove({ status, end }: Appointment, now: Instant): boolean {
  return stands(status) && Date.parse(end) > now
}
