import { X } from 'lucide-react'
import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { askedFor } from '../../../src/shared/move-asked.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { telLink } from '../../components/links.ts'
import { actionsOn, canMove } from '../appointment/actions-on.ts'
import { AttendanceButtons } from '../appointment/attendance.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { useBookingDetail } from '../appointment/use-booking-detail.ts'
import { type AppointmentAction, type AppointmentDecision, useDecision } from '../appointment/use-decision.ts'
import { visitsText } from '../appointment/visits-text.ts'
import { Popover } from '../components/popover.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './appointment-card.module.css'
import { serviceText } from './board-items.ts'
import type { CalendarBooking } from './use-calendar.ts'

/** An action with a form, which the sheet with all details shows. */
export type FormAction = AppointmentAction | 'move'

type AppointmentCardProps = {
  booking: CalendarBooking
  /** The box of the appointment, beside which the card opens. */
  anchor: Element
  /** Opens all details, perhaps with the form of an action. */
  onDetails: (form?: FormAction) => void
  onClose: () => void
}

/** The main facts and actions of an appointment, beside its box. The calendar behind it stays usable. */
export function AppointmentCard({ booking, anchor, onDetails, onClose }: AppointmentCardProps) {
  // The calendar has no notes, so the card loads them with all other details.
  const { data: details } = useBookingDetail(booking.id)
  const decision = useDecision()
  const notes = [details?.note, details?.patient_note].filter((note) => note !== undefined && note !== '')
  return (
    <Popover
      label={booking.name}
      side="beside"
      // After a move into another week the box is gone, and the card stays where it is.
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
            {details ? visitsText(details.visits) : 'Lade …'}
            {booking.booked_by && `, gebucht von ${booking.booked_by}`}
          </span>
        </p>
        {notes.map((note) => (
          <p key={note} className={`small break ${styles.note}`}>
            {note}
          </p>
        ))}
        <CardActions booking={booking} decision={decision} onDetails={onDetails} />
        <p>
          <Button kind="link" onClick={() => onDetails()}>
            Alles ansehen
          </Button>
        </p>
      </div>
    </Popover>
  )
}

type CardActionsProps = Pick<AppointmentCardProps, 'booking' | 'onDetails'> & {
  decision: AppointmentDecision
}

/**
 * The buttons of the card. Only a confirmation and the attendance need no form. While the patient asks for
 * another time, confirmation and rejection are about that time.
 */
function CardActions({ booking, decision, onDetails }: CardActionsProps) {
  const now = serverNow()
  const offered = actionsOn(booking, now)
  return (
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
        <Button size="small" onClick={() => onDetails('reject')}>
          {booking.move ? 'Nicht verschieben' : 'Ablehnen'}
        </Button>
      )}
      {canMove(booking, now) && (
        <Button size="small" onClick={() => onDetails('move')}>
          {booking.move ? 'Andere Zeit' : 'Verschieben'}
        </Button>
      )}
      {offered.includes('cancel') && (
        <Button size="small" kind="quiet" onClick={() => onDetails('cancel')}>
          Absagen
        </Button>
      )}
    </div>
  )
}
