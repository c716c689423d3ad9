import type { ReactNode } from 'react'
import type { Booking } from '../api/appointment.ts'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { QueryState } from '../patient/query-state.tsx'
import { appointmentHeading, type LoadedAppointment } from '../patient/use-appointment.ts'

type AppointmentOrReasonProps = {
  appointment: LoadedAppointment
  heading: string
  children?: (booking: Booking) => ReactNode
}

/**
 * Shows the heading, and below it the loaded booking, rendered by `children`. Without a booking it shows the
 * reason, or the HTML document that the server sent instead.
 */
export function AppointmentOrReason({ appointment, heading, children }: AppointmentOrReasonProps) {
  const { query, booking, html } = appointment
  return (
    <>
      <TitledHeading>{appointmentHeading(query.error, heading)}</TitledHeading>
      <QueryState query={query} />
      {html !== undefined && <SandboxedHtml html={html} title={heading} />}
      {booking && children?.(booking)}
    </>
  )
}
