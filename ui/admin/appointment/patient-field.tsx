import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { plainDay } from '../../../src/shared/format.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Combobox } from '../components/combobox.tsx'
import styles from './appointment.module.css'
import { type FoundPatient, historyText } from './patient-query.ts'

/** The option that makes a new patient of the typed text. */
const NEW = 'new' as const

/** Characters of the shortest text that is searched for. */
const LEAST_SEARCHED = 2

type PatientFieldProps = {
  /** The chosen patient. */
  patient: FoundPatient | undefined
  onChoose: (bookingId: string) => void
  /** Called when another patient is wanted than the chosen one. */
  onOther: () => void
  /** Called with each text, of which a new patient is made. */
  onType: (text: string) => void
  /** Called when the typed text is that of a new patient. */
  onNew: () => void
  /** The patient books for the own child; undefined when that is entered already. */
  onForChild: (() => void) | undefined
}

/** Finds a patient by name, number, birth date or address, or takes what is typed for a new one. */
export function PatientField({ patient, onChoose, onOther, onType, onNew, onForChild }: PatientFieldProps) {
  const [text, setText] = useState('')
  const search = text.trim()
  const isSearched = search.length >= LEAST_SEARCHED
  const { data, isError } = useQuery({
    ...adminQuery(admin.patients, { query: { q: search } }),
    enabled: isSearched && patient === undefined,
  })
  const options = useMemo(() => (isSearched ? data && [...data, NEW] : []), [isSearched, data])
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
      <Combobox<FoundPatient | typeof NEW>
        data-autofocus
        spellCheck={false}
        value={text}
        onChange={(typed) => {
          setText(typed)
          onType(typed)
        }}
        options={options}
        keyOf={(option) => (option === NEW ? NEW : option.booking_id)}
        render={(option) => (option === NEW ? <NewOption text={search} /> : <Found patient={option} />)}
        onChoose={(option) => (option === NEW ? onNew() : onChoose(option.booking_id))}
        listLabel="Gefundene Personen"
        // The option for a new patient is one of them.
        countText={(count) => (count < 2 ? 'Niemand gefunden' : `${count - 1} gefunden`)}
      />
    </Field>
  )
}

function NewOption({ text }: { text: string }) {
  return (
    <>
      Neu: <b className="break">{text}</b>
    </>
  )
}

/** One person in the list: who it is, and the facts that tell namesakes apart. */
export function Found({ patient }: { patient: FoundPatient }) {
  const { name, birth_date, phone, email } = patient
  return (
    <>
      <b className="break">{name}</b>
      {birth_date && <span className="num"> geb. {plainDay(birth_date)}</span>}
      <span className={`small num ${styles.more}`}>
        {[phone, email].filter((each) => each !== '').join(', ')}
      </span>
      <span className={`small ${styles.more}`}>{historyText(patient)}</span>
    </>
  )
}

type ChosenPatientProps = {
  patient: FoundPatient
  onOther: () => void
  onForChild: (() => void) | undefined
}

function ChosenPatient({ patient, onOther, onForChild }: ChosenPatientProps) {
  return (
    <fieldset className={styles.patient}>
      <legend className="small semibold">Patient/in</legend>
      <div className="well stack gap-2">
        <p>
          <Found patient={patient} />
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
