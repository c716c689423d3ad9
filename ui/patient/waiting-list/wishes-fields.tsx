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
type DayName = 'not_before' | 'not_after'
type ChoicesName = 'weekdays' | 'parts'

/** The part of the form around the fields that holds their values. */
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
  const noDay = form.errorAt('weekdays')
  return (
    <>
      <div className={styles.dates}>
        <DayField form={form} name="not_before" label="Ab wann?" latest={latest} />
        <DayField form={form} name="not_after" label="Bis wann?" latest={latest} />
      </div>
      <FieldGroup
        legend="An welchen Tagen?"
        error={noDay}
        help={noDay ? undefined : 'Wählen Sie ab, was nicht passt.'}
      >
        <Choices
          choices={WAITING_DAYS.filter((day) => weekdays.includes(day.number)).map((day) => [
            String(day.number),
            day.name.slice(0, 2),
            day.name,
          ])}
          input={(choice) => form.choiceInput('weekdays', choice)}
        />
      </FieldGroup>
      <FieldGroup legend="Zu welcher Tageszeit?" error={form.errorAt('parts')}>
        <Choices
          choices={DAY_PARTS.map((part) => [part, DAY_PART_NAMES[part]])}
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

type ChoicesProps = {
  choices: readonly (readonly [value: string, text: string, name?: string])[]
  input: (choice: string) => InputProps
}

/** Checkboxes side by side that look like the days and times of a booking. */
function Choices({ choices, input }: ChoicesProps) {
  const { 'aria-required': _, ...attributes } = useFieldState().attributes
  return (
    <div className={styles.choices}>
      {choices.map(([value, text, name]) => (
        <label key={value} className={`pick small ${styles.choice}`}>
          <input
            {...attributes}
            {...input(value)}
            type="checkbox"
            value={value}
            className="covering"
            aria-label={name}
          />
          {text}
        </label>
      ))}
    </div>
  )
}
