import type { Booking } from '../api.ts'
import { SandboxedHtml } from '../parts/sandboxed-html.tsx'
import { AppointmentBoard } from './appointment-board.tsx'

/** The appointment that a page wants to change, in whichever form the server tells it. */
export function Appointment({ booking }: { booking: Booking | string }) {
  return typeof booking === 'string' ? (
    <SandboxedHtml html={booking} title="Termin" />
  ) : (
    <AppointmentBoard booking={booking} />
  )
}
