import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailboxSchema } from '../../../src/shared/patient.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PatientFacts } from '../appointment/patient-facts.tsx'
import { type FoundPatient, SHORTEST_PATIENT_SEARCH } from '../appointment/patient-query.ts'
import { Combobox } from '../components/combobox.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import type { Person } from './person.ts'
import { StoredData } from './stored-data.tsx'

/** One constant array, so that the combobox does not take it for new matches. */
const NOBODY: readonly FoundPatient[] = []

/**
 * The fields that find a person by name, number or birth date, or by e-mail address, and the data stored
 * below.
 */
export function PatientSearch() {
  const [text, setText] = useState('')
  const [person, setPerson] = useState<Person>()
  const form = useSubmitForm({
    schema: mailboxSchema,
    defaultValues: { email: '' },
    // Nothing is sent yet: the section below loads what is stored for this e-mail address.
    send: async ({ email }) => setPerson({ email }),
    valuesAfter: (_answer, sent) => sent,
  })
  // While the e-mail address is being edited, the data below no longer belong to it.
  const isOutdated = person !== undefined && 'email' in person && form.dirty
  return (
    <div className="stack padded">
      <FoundPatientField
        text={text}
        onText={setText}
        onChoose={({ booking_id, name }) => {
          setText(name)
          setPerson({ booking_id })
        }}
      />
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
      {person && !isOutdated && (
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

type FoundPatientFieldProps = {
  /** The typed text. */
  text: string
  onText: (text: string) => void
  onChoose: (patient: FoundPatient) => void
}

/** The field that finds a patient by name, number or birth date. */
function FoundPatientField({ text, onText, onChoose }: FoundPatientFieldProps) {
  const searchText = text.trim()
  const isSearched = searchText.length >= SHORTEST_PATIENT_SEARCH
  const { data, isError } = useQuery({
    ...adminQuery(admin.patients, { query: { q: searchText } }),
    enabled: isSearched,
  })
  return (
    <Field
      label="Person"
      help={
        isError
          ? 'Die Suche ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.'
          : 'Name, Telefonnummer oder Geburtsdatum: findet auch, wer keine E-Mail-Adresse hat.'
      }
    >
      <Combobox
        spellCheck={false}
        value={text}
        onChange={onText}
        options={isSearched ? data : NOBODY}
        keyOf={({ booking_id }) => booking_id}
        render={(patient) => <PatientFacts patient={patient} />}
        onChoose={onChoose}
        listLabel="Gefundene Personen"
        countText={(count) => (count === 0 ? 'Niemand gefunden' : `${count} gefunden`)}
      />
    </Field>
  )
}
