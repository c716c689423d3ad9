import type { Booking } from '../api/public.ts'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'
import { AppointmentCard } from './appointment-board.tsx'

/** The appointment that a page wants to change, in whichever form the server tells it. */
export function Appointment({ booking }: { booking: Booking | string }) {
  return typeof booking === 'string' ? (
    <SandboxedHtml html={booking} title="Termin" />
  ) : (
    <AppointmentCard booking={booking} />
  )
}
