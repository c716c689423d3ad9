import { X } from 'lucide-react'
import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { askedTimeNote } from '../../../src/shared/move-asked.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { telLink } from '../../components/tel-link.ts'
import { PatientLink } from '../appointment/patient-link.tsx'
import { useBookingDetail } from '../appointment/use-booking-detail.ts'
import { useDecision } from '../appointment/use-decision.ts'
import { visitsText } from '../appointment/visits-text.ts'
import { Popover } from '../components/popover.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './appointment-card.module.css'
import { CardActions, type FormAction } from './card-actions.tsx'
import { serviceText } from './service-text.ts'
import type { CalendarBooking } from './use-calendar.ts'

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
  const { data: details, isError } = useBookingDetail(booking.id)
  const whileNotLoaded = isError ? 'Besuche und Notizen konnten nicht geladen werden.' : 'Lade …'
  const decision = useDecision()
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
          {/* The popover moves the focus here, so that screen readers begin with the name. */}
          <h3 tabIndex={-1} data-autofocus>
            <PatientLink bookingId={booking.id}>{booking.name}</PatientLink>
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
        {booking.move && <p className="num">{askedTimeNote(booking.move.start)}</p>}
        <p className="break">
          <a className="num nowrap" href={telLink(booking.mobile)}>
            {booking.mobile}
          </a>
          <br />
          <span className="muted small">
            {details ? visitsText(details.visits) : whileNotLoaded}
            {booking.booked_by && `, gebucht von ${booking.booked_by}`}
          </span>
        </p>
        <Note text={details?.note} />
        <Note text={details?.patient_note} />
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

/** A note about the appointment or its patient. Empty without one. */
function Note({ text }: { text: string | undefined }) {
  return text && <p className={`small break ${styles.note}`}>{text}</p>
}
