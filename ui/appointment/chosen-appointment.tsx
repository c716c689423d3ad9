import type { Booking } from '../api/public.ts'
import { SelectionSummary } from '../booking/selection-summary.tsx'
import { nameOf } from './name.ts'

/** `Rosa Musterfrau · Di 12. Jänner, 08:30`: names beside the button what it is about. */
export function ChosenAppointment({ booking }: { booking: Booking | string }) {
  if (typeof booking === 'string') return null
  return <SelectionSummary service={{ name: nameOf(booking) }} slot={booking.slot} />
}
