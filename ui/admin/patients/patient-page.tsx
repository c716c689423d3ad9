import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { bookerText } from '../../../src/shared/contact/booker-text.ts'
import { plainDay } from '../../../src/shared/format.ts'
import { isNotFound } from '../../api/refusals.ts'
import { Banner } from '../../components/banner.tsx'
import { Fact, FactList } from '../../components/fact-list.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { InternalNote } from '../appointment/internal-note.tsx'
import { type PatientDetail, patientQuery, savePatientNote } from '../appointment/patient-query.ts'
import { ShownSvnr } from '../appointment/shown-svnr.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { useIsDoctor } from '../components/page-access.ts'
import { AddressFact, ReachFacts } from '../components/reach-facts.tsx'
import type { PatientSummary } from '../privacy/privacy-text.ts'
import { ErasedPatient, StoredData } from '../privacy/stored-data.tsx'
import { PatientHead } from './patient-head.tsx'
import { AppointmentsSection, MessagesSection, WaitingSection } from './patient-sections.tsx'

/**
 * One patient: contact, all appointments, waiting entries and messages (docs/behaviour.md 19.3). The URL
 * has the id of any of the patient's bookings, because patients have no record of their own.
 */
export function PatientPage() {
  const { bookingId = '' } = useParams()
  const query = useQuery(patientQuery(bookingId))
  const [erased, setErased] = useState<{ bookingId: string; patient: PatientSummary }>()
  // The patient is no longer found then, but what the erasure has left is still to be read.
  if (erased?.bookingId === bookingId)
    return (
      <>
        <PageHead title="Patient/in" />
        <div role="status">
          <ErasedPatient patient={erased.patient} />
        </div>
      </>
    )
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
      {(patient) => (
        <Patient patient={patient} onErased={(summary) => setErased({ bookingId, patient: summary })} />
      )}
    </Loaded>
  )
}

type PatientProps = { patient: PatientDetail; onErased: (patient: PatientSummary) => void }

/** The sections of the page. Only doctors see what is stored, and can delete it. */
function Patient({ patient, onErased }: PatientProps) {
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
              <StoredData person={{ booking_id }} isBesideAppointments onErased={onErased} />
            </div>
          </Section>
        )}
      </div>
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
