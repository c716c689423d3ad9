import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { erasureSchema, mailboxSchema } from '../../../src/shared/patient.ts'
import { admin, adminQuery, adminRequest, refreshShown } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { Found } from '../appointment/patient-field.tsx'
import type { FoundPatient as FoundInSearch } from '../appointment/patient-query.ts'
import { Combobox } from '../components/combobox.tsx'
import { download } from '../components/download.ts'
import { patientPath } from '../components/patient-path.ts'
import { FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome, useSubmitForm } from '../forms/use-submit-form.ts'
import { choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import type { PatientSummary } from './privacy-text.ts'
import { countsText, remainderOf } from './privacy-text.ts'

/** A person by address, which finds a mailbox, or by a booking of the patient (docs/behaviour.md 16.17). */
type Person = { email: string } | { booking_id: string }

const api = admin.privacy.person

/** Finds a person by name, number, birth date or e-mail address, and exports or erases the stored data. */
export function PatientSearch() {
  const [text, setText] = useState('')
  const [person, setPerson] = useState<Person>()
  const search = text.trim()
  const { data } = useQuery({
    ...adminQuery(admin.patients, { query: { q: search } }),
    enabled: search.length > 1,
  })
  const form = useSubmitForm({
    schema: mailboxSchema,
    defaultValues: { email: '' },
    send: async ({ email }) => setPerson({ email }),
    valuesAfter: (_answer, sent) => sent,
  })
  return (
    <div className="stack padded">
      <Field
        label="Person"
        help="Name, Telefonnummer oder Geburtsdatum: findet auch, wer keine E-Mail-Adresse hat."
      >
        <Combobox
          spellCheck={false}
          value={text}
          onChange={setText}
          options={search.length < 2 ? NOBODY : data}
          keyOf={({ booking_id }) => booking_id}
          render={(patient) => <Found patient={patient} />}
          onChoose={({ booking_id, name }) => {
            setText(name)
            setPerson({ booking_id })
          }}
          listLabel="Gefundene Personen"
          found={(count) => (count === 0 ? 'Niemand gefunden' : `${count} gefunden`)}
        />
      </Field>
      <form className="stack" noValidate onSubmit={form.submit}>
        <FormInput
          form={form}
          name="email"
          label="E-Mail-Adresse"
          type="email"
          autoComplete="off"
          help="Die Adresse, mit der gebucht wurde, z. B. rosa@beispiel.at. Findet alles zu dieser Adresse, auch von mehreren Personen."
        />
        <OutcomeBanner outcome={form.outcome} />
        <div>
          <Button type="submit" busy={form.busy} busyText="Suchen …">
            Suchen
          </Button>
        </div>
      </form>
      {person && !(form.dirty && 'email' in person) && (
        <StoredData
          key={JSON.stringify(person)}
          person={person}
          onErased={() => {
            setText('')
            form.reset({ email: '' })
          }}
        />
      )}
    </div>
  )
}

const NOBODY: readonly FoundInSearch[] = []

type StoredDataProps = { person: Person; onErased?: () => void }

/** Counts the stored data of a person, with export and erasure. */
export function StoredData({ person, onErased }: StoredDataProps) {
  const [isErasing, setErasing] = useState(false)
  const [erased, setErased] = useState<PatientSummary>()
  const found = useQuery({
    queryKey: ['admin', 'privacy', 'person', person],
    queryFn: () => adminRequest(api.$post({ json: person })),
    enabled: erased === undefined,
    staleTime: 0,
    retry: false,
  })
  return (
    <div role="status">
      {erased ? (
        <ErasedPatient patient={erased} />
      ) : found.error ? (
        <OutcomeBanner outcome={toOutcome(found.error, 'Die Suche ist fehlgeschlagen.')} />
      ) : (
        found.data && <FoundPatient person={person} patient={found.data} onErase={() => setErasing(true)} />
      )}
      {isErasing && found.data && (
        <EraseDialog
          person={person}
          patient={found.data}
          onClose={() => setErasing(false)}
          onErased={(summary) => {
            setErased(summary)
            setErasing(false)
            onErased?.()
            void refreshShown()
          }}
        />
      )}
    </div>
  )
}

type FoundPatientProps = { person: Person; patient: PatientSummary; onErase: () => void }

function FoundPatient({ person, patient, onErase }: FoundPatientProps) {
  const { choices } = useResourceChoice()
  const exporting = useMutation({
    mutationFn: () => adminRequest(api.export.$post({ json: person })),
    onSuccess: ({ name, json, html }) => {
      download(`${name}.html`, 'text/html', html)
      download(`${name}.json`, 'application/json', json)
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
      {patient.coming > 0 && (
        <p>
          {patient.coming === 1 ? 'Ein Termin steht' : `${patient.coming}\u00a0Termine stehen`} noch bevor.
          Bitte sagen Sie {patient.coming === 1 ? 'ihn' : 'diese'} ab, bevor Sie löschen.
        </p>
      )}
      <OutcomeBanner
        outcome={toOutcome(
          exporting.error,
          'Die Auskunft konnte nicht geladen werden.',
          exporting.data && 'Zwei Dateien sind gespeichert: eine zum Lesen, eine für Programme.',
        )}
      />
      <div className="row">
        <Button busy={exporting.isPending} busyText="Laden …" onClick={() => exporting.mutate()}>
          Auskunft herunterladen
        </Button>
        {patient.coming > 0 ? (
          <LinkButton
            to={
              'email' in person
                ? `/admin/bookings?view=list&search=${encodeURIComponent(person.email)}${choiceInLink(undefined, choices)}`
                : patientPath(person.booking_id)
            }
          >
            Termine zeigen
          </LinkButton>
        ) : (
          <Button kind="danger" onClick={onErase}>
            Daten löschen …
          </Button>
        )}
      </div>
    </div>
  )
}

function ErasedPatient({ patient }: { patient: PatientSummary }) {
  const left = remainderOf({ ...patient, waiting: 0 })
  return (
    <Banner tone="good" title="Die Daten sind gelöscht.">
      {left.length > 0 && (
        <>
          <p>Diese Daten sind noch da:</p>
          <Lines lines={left} />
        </>
      )}
    </Banner>
  )
}

type EraseDialogProps = {
  person: Person
  patient: PatientSummary
  onClose: () => void
  onErased: (summary: PatientSummary) => void
}

function EraseDialog({ person, patient, onClose, onErased }: EraseDialogProps) {
  const isByAddress = 'email' in person
  const form = useSubmitForm({
    schema: erasureSchema,
    defaultValues: { ...person, confirm: '' },
    send: (json) => adminRequest(api.erase.$post({ json })),
    onSuccess: onErased,
  })
  return (
    <ConfirmDialog
      title="Alle Daten dieser Person löschen?"
      button="Endgültig löschen"
      busyText="Löschen …"
      busy={form.busy}
      error={form.error}
      failure="Löschen fehlgeschlagen."
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <p>
        <EmailText>{patient.label}</EmailText>: {countsText(patient)}. Von Terminen bleiben Monat, Leistung
        und Status. Das lässt sich nicht rückgängig machen.
      </p>
      <Lines lines={remainderOf(patient)} />
      <FormInput
        form={form}
        name="confirm"
        label={isByAddress ? 'E-Mail-Adresse zur Bestätigung' : 'Name zur Bestätigung'}
        type={isByAddress ? 'email' : 'text'}
        autoComplete="off"
        help={
          isByAddress
            ? 'Bitte dieselbe Adresse noch einmal eingeben.'
            : 'Bitte den ganzen Namen eingeben, wie er oben steht.'
        }
      />
    </ConfirmDialog>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="stack gap-2 small break">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
