import type { BookingStatus } from '../../../src/shared/booking.ts'
import type { Instant } from '../../../src/shared/day.ts'
import type { Action } from './use-decision.ts'

type Appointment = { status: BookingStatus; start: string; end: string }

/** What can be done with an appointment at this moment. A request is rejected and not cancelled (docs/behaviour.md 8.6 and 8.12). */
export function actionsOn({ status, start, end }: Appointment, now: Instant): readonly Action[] {
  if (status === 'requested') return Date.parse(start) > now ? ['confirm', 'reject'] : ['reject']
  return status === 'confirmed' && Date.parse(end) > now ? ['cancel'] : []
}
