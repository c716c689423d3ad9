import { useRef, useState } from 'react'
import { composeBirthDate, splitBirthDate } from '../../../src/shared/contact/birth-date.ts'
import { Field, FieldGroup, TextInput } from '../../components/field.tsx'
import styles from './contact.module.css'
import { useContactFields } from './use-contact-form.ts'

const PARTS = [
  { part: 'day', label: 'Tag', digits: 2, autoComplete: 'bday-day' },
  { part: 'month', label: 'Monat', digits: 2, autoComplete: 'bday-month' },
  { part: 'year', label: 'Jahr', digits: 4, autoComplete: 'bday-year' },
] as const

const FOLLOWING = { day: 'month', month: 'year', year: undefined } as const

function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

type BirthDateFieldProps = {
  label: string
  /** Whether it is the birth date of the person who types. */
  isOwn: boolean
  help: string | undefined
  error: string | undefined
}

/**
 * Three short fields. People know their birth date by heart, and a calendar takes many presses to reach 1958.
 */
export function BirthDateField({ label, isOwn, ...notes }: BirthDateFieldProps) {
  const { draft, set } = useContactFields()
  // The parts are kept as typed: they may not be a date yet, and "3" must not become "03" during typing.
  const [parts, setParts] = useState(() => splitBirthDate(draft.birthDate))
  // The parts differ from the form's value only after the form was reset.
  if (composeBirthDate(parts.day, parts.month, parts.year) !== draft.birthDate)
    setParts(splitBirthDate(draft.birthDate))

  const fields = useRef(new Map<string, HTMLInputElement | null>())

  const type = (part: keyof typeof parts, digits: string) => {
    const typed = { ...parts, [part]: digits }
    setParts(typed)
    const next = FOLLOWING[part]
    // People with a keyboard press Tab themselves. For them, moving the focus here would skip a field.
    if (next && digits.length === 2 && parts[part].length < 2 && typed[next] === '' && isTouched())
      fields.current.get(next)?.focus()
    set({ birthDate: composeBirthDate(typed.day, typed.month, typed.year) })
  }

  return (
    <FieldGroup legend={label} required {...notes}>
      <div className={styles.birthDate}>
        {PARTS.map(({ part, label, digits, autoComplete }) => (
          <Field key={part} label={label} size="small">
            <TextInput
              className="num"
              inputMode="numeric"
              autoComplete={isOwn ? autoComplete : 'off'}
              maxLength={digits}
              ref={(field) => {
                fields.current.set(part, field)
              }}
              value={parts[part]}
              onChange={(event) => type(part, event.target.value.replace(/\D/g, ''))}
            />
          </Field>
        ))}
      </div>
    </FieldGroup>
  )
}
