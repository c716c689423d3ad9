import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { admin, adminQuery } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Combobox } from '../components/combobox.tsx'
import styles from './appointment.module.css'
import { PatientFacts } from './patient-facts.tsx'
import { type FoundPatient, SHORTEST_PATIENT_SEARCH } from './patient-query.ts'

/** The option that makes the typed text a new patient. It comes after the found patients. */
const NEW_PATIENT = 'new' as const

type PatientFieldProps = {
  /** The chosen patient. */
  patient: FoundPatient | undefined
  onChoose: (bookingId: string) => void
  /** Called to choose another patient. */
  onOther: () => void
  /** Called with each change of the typed text, which fills the fields of a new patient. */
  onType: (text: string) => void
  /** Called when the option for a new patient was chosen. */
  onNew: () => void
  /** Called when the patient books for their child; undefined if a booker has already been entered. */
  onForChild: (() => void) | undefined
}

/** Finds a patient by name, number, birth date or e-mail address, or takes the typed text for a new one. */
export function PatientField({ patient, onChoose, onOther, onType, onNew, onForChild }: PatientFieldProps) {
  const [text, setText] = useState('')
  const search = text.trim()
  const isSearched = search.length >= SHORTEST_PATIENT_SEARCH
  const { data, isError } = useQuery({
    ...adminQuery(admin.patients, { query: { q: search } }),
    enabled: isSearched && patient === undefined,
  })
  const options = useMemo(() => (isSearched ? data && [...data, NEW_PATIENT] : []), [isSearched, data])
  if (patient)
    return (
      <ChosenPatient
        patient={patient}
        onForChild={onForChild}
        onOther={() => {
          setText('')
          onOther()
        }}
      />
    )
  return (
    <Field
      label="Patient/in"
      help={
        isError
          ? 'Die Suche ist gerade nicht möglich. Bitte tragen Sie die Person unten ein.'
          : 'Name, Telefonnummer, Geburtsdatum oder E-Mail. Wer noch nie hier war: einfach weiterschreiben.'
      }
    >
      <Combobox<FoundPatient | typeof NEW_PATIENT>
        data-autofocus
        spellCheck={false}
        value={text}
        onChange={(typed) => {
          setText(typed)
          onType(typed)
        }}
        options={options}
        keyOf={(option) => (option === NEW_PATIENT ? NEW_PATIENT : option.booking_id)}
        render={(option) =>
          option === NEW_PATIENT ? <NewOption text={search} /> : <PatientFacts patient={option} />
        }
        onChoose={(option) => (option === NEW_PATIENT ? onNew() : onChoose(option.booking_id))}
        listLabel="Gefundene Personen"
        // The count includes the option for a new patient.
        countText={(count) => (count < 2 ? 'Niemand gefunden' : `${count - 1} gefunden`)}
      />
    </Field>
  )
}

/** The option for a new patient, with the typed text. */
function NewOption({ text }: { text: string }) {
  return (
    <>
      Neu: <b className="break">{text}</b>
    </>
  )
}

type ChosenPatientProps = {
  patient: FoundPatient
  onOther: () => void
  onForChild: (() => void) | undefined
}

/** The chosen patient instead of the search, with buttons to change the choice. */
function ChosenPatient({ patient, onOther, onForChild }: ChosenPatientProps) {
  return (
    <fieldset className={styles.patient}>
      <legend className="small semibold">Patient/in</legend>
      <div className="well stack gap-2">
        <p>
          <PatientFacts patient={patient} />
        </p>
        <p className="row gap-3">
          <Button kind="link" onClick={onOther}>
            Andere Person
          </Button>
          {onForChild && (
            <Button kind="link" onClick={onForChild}>
              Für das eigene Kind
            </Button>
          )}
        </p>
      </div>
    </fieldset>
  )
}
