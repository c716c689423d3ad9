import { X } from 'lucide-react'
import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { askedFor } from '../../../src/shared/move-asked.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { telLink } from '../../components/links.ts'
import { actionsOn, canMove } from '../appointment/actions-on.ts'
import { AttendanceButtons, visitsText } from '../appointment/attendance.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { useBookingDetail } from '../appointment/use-booking-detail.ts'
import { type AppointmentAction, useDecision } from '../appointment/use-decision.ts'
import { Popover } from '../components/popover.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './appointment-card.module.css'
import { serviceText } from './board-items.ts'
import type { CalendarBooking } from './use-calendar.ts'

/** An action of the card that needs a form, which the sheet with all details shows. */
export type Asked = AppointmentAction | 'move'

type AppointmentCardProps = {
  booking: CalendarBooking
  anchor: Element
  /** Opens all details, perhaps with the form of an action. */
  onAll: (ask?: Asked) => void
  onClose: () => void
}

/** The main facts and actions of an appointment, beside its box. The calendar behind it stays usable. */
export function AppointmentCard({ booking, anchor, onAll, onClose }: AppointmentCardProps) {
  const { data } = useBookingDetail(booking.id)
  const decision = useDecision()
  const offered = actionsOn(booking, serverNow())
  const notes = [data?.note, data?.patient_note].filter((note) => note !== undefined && note !== '')
  return (
    <Popover
      label={booking.name}
      side="beside"
      // The box is gone when the appointment was moved into another week.
      anchor={() => (anchor.isConnected ? anchor : null)}
      onClose={onClose}
    >
      <div className={`stack gap-3 ${styles.card}`}>
        <header className="row between">
          <h3 tabIndex={-1} data-autofocus>
            <PatientLink booking={booking.id}>{booking.name}</PatientLink>
          </h3>
          <IconButton label="Schließen" icon={<X />} onClick={onClose} />
        </header>
        <OutcomeBanner outcome={decision.outcome} />
        <p className="break">
          <span className="num semibold">
            {shortDayTime(booking.start)}–{timeOfDay(booking.end)}
          </span>
          <br />
          {serviceText(booking)}
        </p>
        <div className="row gap-2">
          <Badge size="small" {...displayOfStatus(booking.status)} />
          {booking.move && <Badge size="small" {...MOVE_ASKED} />}
          {booking.marked && <Badge tone="neutral" label="Auffällig" size="small" />}
        </div>
        {booking.move && <p className="num">{askedFor(booking.move.start)}</p>}
        <p className="break">
          <a className="num nowrap" href={telLink(booking.mobile)}>
            {booking.mobile}
          </a>
          <br />
          <span className="muted small">
            {data ? visitsText(data.visits) : 'Lade …'}
            {booking.booked_by && `, gebucht von ${booking.booked_by}`}
          </span>
        </p>
        {notes.map((note) => (
          <p key={note} className={`small break ${styles.note}`}>
            {note}
          </p>
        ))}
        <div className="row gap-2">
          <AttendanceButtons booking={booking} />
          {offered.includes('confirm') && (
            <Button
              size="small"
              kind="primary"
              busy={decision.busy}
              onClick={() => void decision.decide({ action: 'confirm', booking })}
            >
              {booking.move ? 'Verschieben' : 'Bestätigen'}
            </Button>
          )}
          {offered.includes('reject') && (
            <Button size="small" onClick={() => onAll('reject')}>
              {booking.move ? 'Nicht verschieben' : 'Ablehnen'}
            </Button>
          )}
          {canMove(booking, serverNow()) && (
            <Button size="small" onClick={() => onAll('move')}>
              {booking.move ? 'Andere Zeit' : 'Verschieben'}
            </Button>
          )}
          {offered.includes('cancel') && (
            <Button size="small" kind="quiet" onClick={() => onAll('cancel')}>
              Absagen
            </Button>
          )}
        </div>
        <p>
          <Button kind="link" onClick={() => onAll()}>
            Alles ansehen
          </Button>
        </p>
      </div>
    </Popover>
  )
}
