import type { ReactNode } from 'react'
import { MOVE_ASKED } from '../../src/shared/booking.ts'
import { fullDayTime } from '../../src/shared/format.ts'
import type { Appointment, Booking } from '../api/appointment.ts'
import { serverNow } from '../api/server-clock.ts'
import { Badge } from '../components/badge.tsx'
import { Fact, FactList } from '../components/fact-list.tsx'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'
import { DateTile } from '../page/date-tile.tsx'
import { displayOf } from '../patient/appointment-phase.ts'
import { textWithDoctor } from '../patient/doctor-choices.ts'
import { SelectionSummary } from '../patient/selection-summary.tsx'

type AppointmentCardProps = {
  booking: Booking
  /** A line below the time: "morgen, in rund 20 Stunden". */
  near?: ReactNode
  /** Buttons and links, directly below the appointment's time. */
  actions?: ReactNode
  /** More `Fact`s, below the facts of the booking. */
  children?: ReactNode
}

/**
 * Shows an appointment: its status as a badge, and a card with time, service, patient, and any other time
 * that the patient asks for.
 */
export function AppointmentCard({ booking, near, actions, children }: AppointmentCardProps) {
  return (
    <div>
      <p className="row gap-2 mb-4">
        <Badge {...displayOf(booking, serverNow())} />
        {booking.move && <Badge {...MOVE_ASKED} />}
      </p>
      <div className="card">
        <DateTile start={booking.slot.start}>{near}</DateTile>
        {actions}
        <FactList>
          {booking.move && (
            <Fact label="Gewünscht">
              {textWithDoctor(fullDayTime(booking.move.start), booking.move.resource)}
            </Fact>
          )}
          <Fact label="Leistung">
            <span className="hyphens">{booking.service_name}</span>
          </Fact>
          {booking.resource && <Fact label="Bei">{booking.resource.name}</Fact>}
          {booking.series && (
            <Fact label="Serie">{`${booking.series.position} von ${booking.series.count}`}</Fact>
          )}
          <Fact label="Patient/in">{nameOf(booking)}</Fact>
          {children}
        </FactList>
      </div>
    </div>
  )
}

/** Shows the appointment as a card, or the HTML document that a server sent instead of it. */
export function AppointmentOrHtml({ booking, html }: Appointment) {
  return booking ? <AppointmentCard booking={booking} /> : <SandboxedHtml html={html} title="Termin" />
}

type AppointmentSummaryProps = { booking: Booking; start: string | undefined }

/**
 * Renders `Rosa Musterfrau · Di 12. Jänner, 08:30` for the action bar. Without `start`, it shows the
 * appointment's own time.
 */
export function AppointmentSummary({ booking, start }: AppointmentSummaryProps) {
  return <SelectionSummary label={nameOf(booking)} start={start ?? booking.slot.start} />
}

/** Returns the patient's full name, or first and last name if the server has sent no full name. */
function nameOf({ contact }: Booking): string {
  return contact.name || `${contact.firstName} ${contact.lastName}`.trim()
}
