import type { ComponentProps } from 'react'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { DAY_PARTS, WAITING_WEEKDAYS } from '../../../src/shared/waiting-list.ts'
import { viennaToday } from '../../api/server-clock.ts'
import styles from '../../components/field.module.css'
import { Field, FieldGroup, TextInput, useFieldState } from '../../components/field.tsx'
import type { WishesDraft } from './wishes.ts'
import { DAY_PART_NAMES, WAITING_DAYS } from './wishes-text.ts'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'type'>
/** The names of the fields that take a day, and of those that take several choices. */
type DayName = 'not_before' | 'not_after'
type ChoicesName = 'weekdays' | 'parts'

/** The form around the fields: its values and errors, and the props for each input, by the field's name. */
export type FormOfWishes = {
  draft: WishesDraft
  errorAt: (name: keyof WishesDraft) => string | undefined
  dayInput: (name: DayName) => InputProps
  choiceInput: (name: ChoicesName, choice: string) => InputProps
}

type WishesFieldsProps = {
  form: FormOfWishes
  /** The last day that can be chosen. */
  latest?: Day | undefined
  /** The weekdays to choose from. The default is the whole week. */
  weekdays?: readonly number[]
}

/** Shows the fields for first and last day, days of the week and times of the day. */
export function WishesFields({ form, latest, weekdays = WAITING_WEEKDAYS }: WishesFieldsProps) {
  const weekdaysError = form.errorAt('weekdays')
  return (
    <>
      <div className={styles.dates}>
        <DayField form={form} name="not_before" label="Ab wann?" latest={latest} />
        <DayField form={form} name="not_after" label="Bis wann?" latest={latest} />
      </div>
      <FieldGroup
        legend="An welchen Tagen?"
        error={weekdaysError}
        help={weekdaysError ? undefined : 'Wählen Sie ab, was nicht passt.'}
      >
        <Choices
          choices={WAITING_DAYS.filter((day) => weekdays.includes(day.number)).map((day) => ({
            value: String(day.number),
            text: day.name.slice(0, 2),
            spoken: day.name,
          }))}
          input={(choice) => form.choiceInput('weekdays', choice)}
        />
      </FieldGroup>
      <FieldGroup legend="Zu welcher Tageszeit?" error={form.errorAt('parts')}>
        <Choices
          choices={DAY_PARTS.map((part) => ({ value: part, text: DAY_PART_NAMES[part] }))}
          input={(choice) => form.choiceInput('parts', choice)}
        />
      </FieldGroup>
    </>
  )
}

type DayFieldProps = { form: FormOfWishes; name: DayName; label: string; latest: Day | undefined }

/** Asks for a day from today on. */
function DayField({ form, name, label, latest }: DayFieldProps) {
  const day = form.draft[name]
  return (
    <Field
      label={label}
      error={form.errorAt(name)}
      help={isDay(day) ? longDay(day, viennaToday()) : undefined}
    >
      <TextInput type="date" min={viennaToday()} max={latest} {...form.dayInput(name)} />
    </Field>
  )
}

type Choice = Readonly<{
  value: string
  text: string
  /** The name for screen readers, where the text is an abbreviation. */
  spoken?: string
}>

type ChoicesProps = {
  choices: readonly Choice[]
  /** Returns the props of the checkbox for a choice. */
  input: (choice: string) => InputProps
}

/** Shows checkboxes side by side, which look like the days and times of a booking. */
function Choices({ choices, input }: ChoicesProps) {
  // No single checkbox must be ticked, only one of the group.
  const { 'aria-required': _, ...attributes } = useFieldState().attributes
  return (
    <div className={styles.choices}>
      {choices.map(({ value, text, spoken }) => (
        <label key={value} className={`pick small ${styles.choice}`}>
          <input
            {...attributes}
            {...input(value)}
            type="checkbox"
            value={value}
            className="covering"
            aria-label={spoken}
          />
          {text}
        </label>
      ))}
    </div>
  )
}
