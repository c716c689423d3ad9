import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailboxSchema } from '../../../src/shared/patient.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PatientFacts } from '../appointment/patient-field.tsx'
import type { FoundPatient } from '../appointment/patient-query.ts'
import { Combobox } from '../components/combobox.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import type { Person } from './person.ts'
import { StoredData } from './stored-data.tsx'

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
          render={(patient) => <PatientFacts patient={patient} />}
          onChoose={({ booking_id, name }) => {
            setText(name)
            setPerson({ booking_id })
          }}
          listLabel="Gefundene Personen"
          countText={(count) => (count === 0 ? 'Niemand gefunden' : `${count} gefunden`)}
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

const NOBODY: readonly FoundPatient[] = []
