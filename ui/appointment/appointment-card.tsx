import type { ReactNode } from 'react'
import { displayOfStatus } from '../../src/shared/booking.ts'
import type { Booking } from '../api/public.ts'
import { SelectionSummary } from '../booking/selection-summary.tsx'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { DateTile } from '../components/date-tile.tsx'
import { Fact, FactList } from '../components/fact-list.tsx'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'

type AppointmentCardProps = {
  booking: Booking
  /** "morgen, in rund 20 Stunden" */
  near?: ReactNode
  /** Further Facts. */
  children?: ReactNode
}

/** One appointment: its status, time, service and patient. */
export function AppointmentCard({ booking, near, children }: AppointmentCardProps) {
  return (
    <div>
      <p className="mb-4">
        <Badge {...displayOfStatus(booking.status)} />
      </p>
      <Card>
        <DateTile start={booking.slot.start}>{near}</DateTile>
        <FactList>
          <Fact label="Leistung">
            <span className="hyphens">{booking.service_name}</span>
          </Fact>
          <Fact label="Patient/in">{nameOf(booking)}</Fact>
          {children}
        </FactList>
      </Card>
    </div>
  )
}

/** The appointment as a card, or as the HTML document that the server sent in its place. */
export function Appointment({ booking }: { booking: Booking | string }) {
  return typeof booking === 'string' ? (
    <SandboxedHtml html={booking} title="Termin" />
  ) : (
    <AppointmentCard booking={booking} />
  )
}

/** `Rosa Musterfrau · Di 12. Jänner, 08:30` for the action bar. */
export function AppointmentSummary({ booking }: { booking: Booking | string }) {
  if (typeof booking === 'string') return null
  return <SelectionSummary service={{ name: nameOf(booking) }} slot={booking.slot} />
}

function nameOf({ contact }: Booking): string {
  return contact.name || `${contact.firstName} ${contact.lastName}`.trim()
}
