import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { downloadText } from '../components/download.ts'
import { patientPath } from '../components/patient-path.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type ChoosableResource, choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { type Person, personApi } from './person.ts'
import { comingText, countsText, type PatientSummary, remainderOf } from './privacy-text.ts'
import { RemainderList } from './remainder-list.tsx'

type StoredDataProps = {
  person: Person
  /** True on the page of the patient, which lists the appointments itself. */
  isBesideAppointments?: boolean
  onErased?: (patient: PatientSummary) => void
}

/**
 * Shows the counts of what is stored about a person, with export and erasure, and after an erasure what is
 * left.
 */
export function StoredData({ person, isBesideAppointments = false, onErased }: StoredDataProps) {
  const [isErasing, setIsErasing] = useState(false)
  const [erased, setErased] = useState<PatientSummary>()
  const search = useQuery({
    queryKey: ['admin', 'privacy', 'person', person],
    queryFn: () => adminRequest(personApi.$post({ json: person })),
    enabled: erased === undefined,
    staleTime: 0,
    // Finding nobody is an error too, and retrying does not change it.
    retry: false,
  })
  const failure = erased ? null : search.error
  const found = erased || search.error ? undefined : search.data
  return (
    <div role="status">
      {erased && <ErasedPatient patient={erased} />}
      {failure && <OutcomeBanner outcome={toOutcome(failure, 'Die Suche ist fehlgeschlagen.')} />}
      {found && (
        <FoundData
          person={person}
          patient={found}
          isBesideAppointments={isBesideAppointments}
          onErase={() => setIsErasing(true)}
        />
      )}
      {isErasing && search.data && (
        <EraseDialog
          person={person}
          patient={search.data}
          onClose={() => setIsErasing(false)}
          onErased={(summary) => {
            setErased(summary)
            setIsErasing(false)
            onErased?.(summary)
            void refreshAdminData()
          }}
        />
      )}
    </div>
  )
}

type FoundDataProps = {
  person: Person
  patient: PatientSummary
  isBesideAppointments: boolean
  onErase: () => void
}

/** The counts of what was found, with the buttons for export and erasure. */
function FoundData({ person, patient, isBesideAppointments, onErase }: FoundDataProps) {
  const { choices } = useResourceChoice()
  const dataExport = useMutation({
    mutationFn: () => adminRequest(personApi.export.$post({ json: person })),
    onSuccess: ({ name, json, html }) => {
      downloadText({ fileName: `${name}.html`, type: 'text/html', text: html })
      downloadText({ fileName: `${name}.json`, type: 'application/json', text: json })
    },
  })
  return (
    <div className="stack well">
      <p>
        <b>
          <EmailText>{patient.label}</EmailText>
        </b>
        <br />
        Gespeichert: {countsText(patient)}.
      </p>
      {patient.coming > 0 && <p>{comingText(patient.coming)}</p>}
      <OutcomeBanner
        outcome={toOutcome(
          dataExport.error,
          'Die Auskunft konnte nicht geladen werden.',
          dataExport.data && 'Zwei Dateien sind gespeichert: eine zum Lesen, eine für Programme.',
        )}
      />
      <div className="row">
        <Button busy={dataExport.isPending} busyText="Laden …" onClick={() => dataExport.mutate()}>
          Auskunft herunterladen
        </Button>
        {patient.coming > 0 && !isBesideAppointments && (
          <LinkButton to={appointmentsPath(person, choices)}>Termine zeigen</LinkButton>
        )}
        {patient.coming === 0 && (
          <Button kind="danger" onClick={onErase}>
            Daten löschen …
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * Returns the URL of the page that lists the person's appointments: the page of a patient who was found
 * by a booking, else the list of bookings, of all doctors and rooms.
 */
function appointmentsPath(person: Person, choices: readonly ChoosableResource[]): string {
  if ('booking_id' in person) return patientPath(person.booking_id)
  const ofAllResources = choiceInLink(undefined, choices)
  return `/admin/bookings?view=list&search=${encodeURIComponent(person.email)}${ofAllResources}`
}

/** Says that the data are erased, and what is left. */
export function ErasedPatient({ patient }: { patient: PatientSummary }) {
  // The messages that waited are erased too.
  const remainder = remainderOf({ ...patient, waiting: 0 })
  return (
    <Banner tone="good" title="Die Daten sind gelöscht.">
      {remainder.length > 0 && (
        <>
          <p>Diese Daten sind noch da:</p>
          <RemainderList lines={remainder} />
        </>
      )}
    </Banner>
  )
}
