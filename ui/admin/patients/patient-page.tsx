import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { bookerText } from '../../../src/shared/contact/booker-text.ts'
import { plainDay } from '../../../src/shared/format.ts'
import { isNotFound } from '../../api/refusals.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useStatusData } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/fact-list.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { canMove } from '../appointment/actions-on.ts'
import { InternalNote } from '../appointment/internal-note.tsx'
import { type PatientDetail, patientQuery, savePatientNote } from '../appointment/patient-query.ts'
import { ShownSvnr } from '../appointment/shown-svnr.tsx'
import { historyText } from '../appointment/visits-text.ts'
import { PageHead, Section } from '../components/page.tsx'
import { useIsDoctor } from '../components/page-access.ts'
import { AddressFact, ReachFacts } from '../components/reach-facts.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { StoredData } from '../privacy/stored-data.tsx'
import { WaitingDialog } from '../waiting-list/waiting-dialog.tsx'
import { AppointmentsSection, MessagesSection, WaitingSection } from './patient-sections.tsx'

/**
 * One patient: contact, all appointments, waiting entries and messages (docs/behaviour.md 19.3). The address
 * has the id of any of the patient's bookings, because patients have no record of their own.
 */
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

/** The sections of the page. Only doctors see what is stored, and can delete it. */
function Patient({ patient }: { patient: PatientDetail }) {
  const { booking_id } = patient
  const isDoctor = useIsDoctor()
  return (
    <>
      <PatientHead patient={patient} />
      <div className="stack gap-6">
        <Section title="Kontakt">
          <Contact patient={patient} />
        </Section>
        <InternalNote
          label="Notiz zur Person"
          note={patient.note}
          save={(note) => savePatientNote(booking_id, note)}
        />
        <WaitingSection waiting={patient.waiting} />
        <AppointmentsSection bookings={patient.bookings} />
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
  const [, changeAddress] = useSearchState('new', 'patient')
  const status = useStatusData()
  const now = serverNow()
  // A patient with an appointment can wait for an earlier time than the next one. The latest booking comes
  // first, so the last match is the next appointment.
  const next = bookings.findLast((booking) => canMove(booking, now) && Date.parse(booking.start) > now)
  return (
    <>
      <PageHead title={name} lead={historyText(patient)}>
        <Button
          kind="primary"
          onClick={() => changeAddress({ new: '1', patient: booking_id }, { push: true })}
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

/** The contact of the patient's newest booking, as far as it is known. */
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
          <ShownSvnr bookingId={patient.booking_id} masked={svnr_masked} />
        </Fact>
      )}
    </FactList>
  )
}
