import { useMutation } from '@tanstack/react-query'
import { adminRequest } from '../../api/admin.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { downloadText } from '../components/download.ts'
import { patientPath } from '../components/patient-path.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type ChoosableResource, choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import { type Person, personApi } from './person.ts'
import { comingText, countsText, type PatientSummary } from './privacy-text.ts'

type FoundDataProps = {
  person: Person
  /** The counts of what is stored about the person. */
  patient: PatientSummary
  /** True on the page of the patient, which lists the appointments itself. */
  isBesideAppointments: boolean
  onErase: () => void
}

/** The counts of what was found, with the buttons for export and erasure. */
export function FoundData({ person, patient, isBesideAppointments, onErase }: FoundDataProps) {
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
