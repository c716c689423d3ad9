import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { bookerText } from '../../../src/shared/contact/booker-text.ts'
import { plainDay, shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { isNotFound } from '../../api/refusals.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useStatusData } from '../../api/status.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { canMove } from '../appointment/actions-on.ts'
import { ATTENDANCE_NAMES } from '../appointment/attendance.tsx'
import { messageText } from '../appointment/booking-text.ts'
import { InternalNote } from '../appointment/internal-note.tsx'
import { historyText, type PatientDetail, patientQuery } from '../appointment/patient-query.ts'
import { ShownSvnr } from '../appointment/shown-svnr.tsx'
import { RowButton } from '../components/data-table.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { useIsDoctor } from '../components/page-access.ts'
import { AddressFact, ReachFacts } from '../components/reach-facts.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { StoredData } from '../privacy/stored-data.tsx'
import { WaitingDialog } from '../waiting-list/waiting-dialog.tsx'
import styles from './patient-page.module.css'

/** One patient: contact, all appointments, what is waited for, and the messages (docs/behaviour.md 19.3). */
export function PatientPage() {
  const { bookingId = '' } = useParams()
  const query = useQuery(patientQuery(bookingId))
  if (isNotFound(query.error))
    return (
      <>
        <PageHead title="Patient/in" />
        <Banner tone="danger" role="alert">
          Diese Person gibt es nicht mehr: Ihre Termine wurden gelöscht, oder die Adresse ist falsch.
        </Banner>
      </>
    )
  return (
    <Loaded
      query={query}
      failure="Die Daten konnten nicht geladen werden."
      loading="Lade Seite …"
      skeleton={<Skeleton height={420} />}
    >
      {(patient) => <Patient patient={patient} />}
    </Loaded>
  )
}

function Patient({ patient }: { patient: PatientDetail }) {
  const { booking_id } = patient
  const isDoctor = useIsDoctor()
  const saveNote = (note: string) =>
    adminRequest(
      admin.patients[':bookingId'].note.$put({
        param: { bookingId: encodeURIComponent(booking_id) },
        json: { note },
      }),
    )
  return (
    <>
      <PatientHead patient={patient} />
      <div className="stack gap-6">
        <Section title="Kontakt">
          <Contact patient={patient} />
        </Section>
        <InternalNote label="Notiz zur Person" note={patient.note} save={saveNote} />
        <WaitingSection waiting={patient.waiting} />
        <Section title="Termine">
          <ul className="rows">
            {patient.bookings.map((booking) => (
              <AppointmentRow key={booking.id} booking={booking} />
            ))}
          </ul>
        </Section>
        <MessagesSection messages={patient.messages} />
        {isDoctor && (
          <Section
            title="Auskunft und Löschung"
            lead="Was zu dieser Person gespeichert ist (Art.&nbsp;15 und 17 DSGVO)."
          >
            <div className="padded">
              <StoredData person={{ booking_id }} />
            </div>
          </Section>
        )}
      </div>
    </>
  )
}

/** The name, and the buttons for another appointment and the waiting list. */
function PatientHead({ patient }: { patient: PatientDetail }) {
  const { booking_id, name, phone, email, bookings } = patient
  const [isWaitingDialogOpen, setWaitingDialogOpen] = useState(false)
  const [, changeSearch] = useSearchState('new', 'patient')
  const status = useStatusData()
  const now = serverNow()
  // The latest comes first, so the last match is the next appointment.
  const next = bookings.findLast((booking) => canMove(booking, now) && Date.parse(booking.start) > now)
  return (
    <>
      <PageHead title={name} lead={historyText(patient)}>
        <Button
          kind="primary"
          onClick={() => changeSearch({ new: '1', patient: booking_id }, { push: true })}
        >
          <CalendarPlus />
          Termin eintragen
        </Button>
        {status?.waiting_list && (
          <Button onClick={() => setWaitingDialogOpen(true)}>
            <UserRoundPlus />
            Auf die Warteliste
          </Button>
        )}
      </PageHead>
      {isWaitingDialogOpen && (
        <WaitingDialog
          {...(next ? { booking: next } : { patient: { name, mobile: phone, email } })}
          onClose={() => setWaitingDialogOpen(false)}
        />
      )}
    </>
  )
}

function Contact({ patient }: { patient: PatientDetail }) {
  const { phone, email, birth_date, contact } = patient
  const { address, zip, city, country, booker, svnr_masked } = contact
  return (
    <FactList>
      {birth_date && <Fact label="Geboren">{plainDay(birth_date)}</Fact>}
      <ReachFacts phone={phone} email={email} />
      {booker && <Fact label="Zuletzt gebucht von">{bookerText(booker)}</Fact>}
      <AddressFact address={address} zip={zip} city={city} country={country} />
      {svnr_masked && (
        <Fact label="SVNR">
          <ShownSvnr booking={patient.booking_id} masked={svnr_masked} />
        </Fact>
      )}
    </FactList>
  )
}

function WaitingSection({ waiting }: Pick<PatientDetail, 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <Section title="Wartet">
      <ul className="rows small">
        {waiting.map((entry) => (
          <li key={entry.id}>
            {entry.service.name}, {wishesText(entry, viennaToday())}
            {entry.booking && `. Termin bisher: ${shortDayTime(entry.booking.start, viennaToday())}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function AppointmentRow({ booking }: { booking: PatientDetail['bookings'][number] }) {
  const [, changeSearch] = useSearchState('booking')
  const { id, start, service_name, status, move, attendance } = booking
  return (
    <li className={styles.appointment}>
      <RowButton onPress={() => changeSearch({ booking: id }, { push: true })}>
        <time className="num" dateTime={start}>
          {shortDayTime(start, viennaToday())}
        </time>
      </RowButton>
      <span className="small break">{service_name}</span>
      <span className="row gap-2">
        <Badge size="small" {...displayOfStatus(status)} />
        {move && <Badge size="small" {...MOVE_ASKED} />}
        {attendance && <span className="muted small">{ATTENDANCE_NAMES[attendance]}</span>}
      </span>
    </li>
  )
}

function MessagesSection({ messages }: Pick<PatientDetail, 'messages'>) {
  return (
    <Section title="Nachrichten">
      {messages.length === 0 ? (
        <p className="padded muted small">Hier stehen E-Mails und SMS. Noch ging keine hinaus.</p>
      ) : (
        <ul className="rows small">
          {messages.map((message) => (
            <MessageRow key={`${message.channel} ${message.id}`} message={message} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function MessageRow({ message }: { message: PatientDetail['messages'][number] }) {
  const { title, state, reason } = messageText(message)
  return (
    <li>
      <time className="muted num" dateTime={message.created_at}>
        {shortDayTime(message.created_at, viennaToday())}
      </time>{' '}
      <span className="break">{title}</span>
      <p className="muted break">{reason ? `${state}: ${reason}` : state}</p>
    </li>
  )
}
