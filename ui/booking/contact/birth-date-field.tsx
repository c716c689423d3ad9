import { useRef, useState } from 'react'
import { composeBirthDate, splitBirthDate } from '../../../src/shared/contact/birth-date.ts'
import { Field, FieldGroup, TextInput } from '../../components/field.tsx'
import styles from './contact.module.css'
import { useContactFields } from './use-contact-form.ts'

/** The three fields, with the number of digits that each takes. */
const PARTS = [
  { part: 'day', name: 'Tag', digits: 2, autoComplete: 'bday-day' },
  { part: 'month', name: 'Monat', digits: 2, autoComplete: 'bday-month' },
  { part: 'year', name: 'Jahr', digits: 4, autoComplete: 'bday-year' },
] as const

/** The length of the longest date that is pasted, such as "14. 03. 1958 ". */
const PASTED_LENGTH = 13

/** Returns whether the device is used by fingers, so that it probably has no keyboard with a Tab key. */
function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

type BirthDateFieldProps = {
  label: string
  /** Whether patients enter their own birth date, which browsers may then fill in. */
  isOwn: boolean
  help: string | undefined
  error: string | undefined
}

/**
 * Asks for a birth date in three short fields. People know their birth date by heart, and a calendar would
 * take many presses to reach 1958.
 */
export function BirthDateField({ label, isOwn, help, error }: BirthDateFieldProps) {
  const { draft, set } = useContactFields()
  // The parts are kept as typed: they may not form a date yet, and "3" must not become "03" during typing.
  const [parts, setParts] = useState(() => splitBirthDate(draft.birthDate))
  // The parts differ from the form's value only after the form was filled with other values. React allows
  // setting state while rendering, if it follows from other state.
  const isOutdated = composeBirthDate(parts) !== draft.birthDate
  if (isOutdated) setParts(splitBirthDate(draft.birthDate))

  /** The input of each part. */
  const inputsRef = useRef(new Map<string, HTMLInputElement | null>())

  /**
   * Takes what was typed or pasted into a part. A dot, slash or space ends it, and what follows belongs to
   * the next parts, unless they are filled already.
   */
  const changePart = (index: number, typed: string) => {
    const newParts = { ...parts }
    const typedNumbers = typed.replace(/^\D+/, '').split(/\D+/)
    // On a touch screen two digits end a part: the empty number after them moves the focus on. People with a
    // keyboard press Tab themselves, so moving the focus would make them skip a field.
    if (typedNumbers[0]?.length === 2 && isTouchDevice()) typedNumbers.push('')
    let lastChanged: keyof typeof parts | undefined
    for (const [offset, number] of typedNumbers.entries()) {
      const changed = PARTS[index + offset]
      if (!changed || (offset > 0 && parts[changed.part])) break
      newParts[changed.part] = number.slice(0, changed.digits)
      lastChanged = changed.part
    }
    if (typedNumbers.length > 1 && lastChanged) inputsRef.current.get(lastChanged)?.focus()
    setParts(newParts)
    set({ birthDate: composeBirthDate(newParts) })
  }

  return (
    <FieldGroup legend={label} required help={help} error={error}>
      <div className={styles.birthDate}>
        {PARTS.map(({ part, name, autoComplete }, index) => (
          <Field key={part} label={name} size="small">
            <TextInput
              className="num"
              inputMode="numeric"
              autoComplete={isOwn ? autoComplete : 'off'}
              maxLength={PASTED_LENGTH}
              ref={(input) => {
                inputsRef.current.set(part, input)
              }}
              value={parts[part]}
              onChange={(event) => changePart(index, event.target.value)}
            />
          </Field>
        ))}
      </div>
    </FieldGroup>
  )
}
