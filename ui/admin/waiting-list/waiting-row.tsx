import { Trash2 } from 'lucide-react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list-answers.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { telLink } from '../../components/tel-link.ts'
import { wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { PatientLink } from '../appointment/patient-link.tsx'
import styles from '../components/admin.module.css'
import { useSearchState } from '../components/use-search-state.ts'

type WaitingRowProps = {
  entry: AdminWaitingEntry
  /** Opens the dialog that offers a time, or the dialog that takes the patient off the list. */
  onOpen: (kind: 'offer' | 'remove') => void
}

/** A waiting patient: wishes, present appointment, contact, and buttons. */
export function WaitingRow({ entry, onOpen }: WaitingRowProps) {
  const { service, booking, offer, reachable, no_times, created_at } = entry
  const today = viennaToday()
  const title = waitingTitle(entry)
  return (
    <li className={styles.waiting}>
      <div className="break">
        {booking ? (
          <b className="medium">
            <PatientLink bookingId={booking.id}>{title}</PatientLink>
          </b>
        ) : (
          <b className="medium">{title}</b>
        )}
        <p className="small">
          {service.name}, {wishesText(entry, today)}
        </p>
        <p className="muted small">
          {booking ? <PresentAppointment booking={booking} today={today} /> : 'Noch ohne Termin'}. Wartet seit{' '}
          <span className="nowrap">{shortDay(created_at, today)}.</span>
        </p>
        <Contact entry={entry} />
        {no_times && (
          <p className="small medium">
            Für diesen Wunsch gibt es zurzeit keine Termine: Von selbst wird nichts angeboten.
          </p>
        )}
        {!reachable && (
          <p className="small medium">
            Weder E-Mail noch SMS kommt an: Bitte anrufen, von selbst wird nichts angeboten.
          </p>
        )}
      </div>
      <div>
        {offer ? (
          <Badge tone="waiting" size="small" label={offerText(offer, today)} />
        ) : (
          <Button size="small" aria-label={`Zeit anbieten: ${title}`} onClick={() => onOpen('offer')}>
            Zeit anbieten
          </Button>
        )}
      </div>
      <IconButton
        label={`${title} von der Warteliste nehmen`}
        icon={<Trash2 />}
        onClick={() => onOpen('remove')}
      />
    </li>
  )
}

type PresentAppointmentProps = { booking: NonNullable<AdminWaitingEntry['booking']>; today: Day }

/** The time of the appointment that the patient has, as a button that opens it. */
function PresentAppointment({ booking, today }: PresentAppointmentProps) {
  const [, changeParams] = useSearchState('booking')
  return (
    <>
      Termin bisher:{' '}
      <Button kind="link" onClick={() => changeParams({ booking: booking.id }, { push: true })}>
        {shortDayTime(booking.start, today)}
      </Button>
    </>
  )
}

/** The patient's phone number and, without an appointment whose sheet has it, the e-mail address. */
function Contact({ entry: { mobile, email, booking } }: { entry: AdminWaitingEntry }) {
  return (
    <p className="row gap-2 small">
      {mobile && (
        <a className="nowrap" href={telLink(mobile)}>
          {mobile}
        </a>
      )}
      {!booking && email && (
        <a href={`mailto:${email}`}>
          <EmailText>{email}</EmailText>
        </a>
      )}
    </p>
  )
}

/** Returns the time offered to the patient, and the deadline of the answer. */
function offerText({ start, until, resource }: NonNullable<AdminWaitingEntry['offer']>, today: Day): string {
  const withWhom = resource ? ` bei ${resource.name}` : ''
  return `Angeboten: ${shortDayTime(start, today)}${withWhom}, bis ${timeOfDay(until)}`
}

/** Returns the name of the patient, or what else is known: the e-mail address or the phone number. */
export function waitingTitle({ name, email, mobile }: AdminWaitingEntry): string {
  return name || email || mobile
}
