import type { ComponentProps, ReactNode } from 'react'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { DAY_PARTS, WAITING_WEEKDAYS } from '../../../src/shared/waiting-list.ts'
import { viennaToday } from '../../api/server-clock.ts'
import styles from '../../components/field.module.css'
import { Field, FieldGroup, TextInput } from '../../components/field.tsx'
import { CheckboxRow } from './checkbox-row.tsx'
import type { WishesDraft } from './wishes.ts'
import { DAY_PART_NAMES, WAITING_DAYS } from './wishes-text.ts'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'type'>
/** The fields with one day each. */
type DayName = 'not_before' | 'not_after'
/** The fields with several checkboxes each. */
type ChoicesName = 'weekdays' | 'parts'

/**
 * The part of the form that the fields need. The patients' page and the admin area use different libraries
 * for forms, so each gives the inputs their values and handlers.
 */
export type FormOfWishes = {
  draft: WishesDraft
  /** Returns the sentence that says why the value of a field is faulty. */
  errorAt: (name: keyof WishesDraft) => string | undefined
  /** Returns the field for a day from today on: `WishDay` for patients, typed in German for the practice. */
  dayField: (name: DayName, label: string) => ReactNode
  /** Returns the props of one checkbox of a field. @param choice the value for which the checkbox stands */
  choiceInput: (name: ChoicesName, choice: string) => InputProps
}

type WishesFieldsProps = {
  form: FormOfWishes
  /** The weekdays to choose from. The default is the whole week. */
  weekdays?: readonly number[]
}

/** Shows the fields of a wish on the waiting list: first and last day, days of the week, times of the day. */
export function WishesFields({ form, weekdays = WAITING_WEEKDAYS }: WishesFieldsProps) {
  const weekdaysError = form.errorAt('weekdays')
  const weekdayChoices = WAITING_DAYS.filter((day) => weekdays.includes(day.number)).map((day) => ({
    value: String(day.number),
    // "Mo" for "Montag": all days have room beside one another on a phone.
    text: day.name.slice(0, 2),
    spoken: day.name,
  }))
  const partChoices = DAY_PARTS.map((part) => ({ value: part, text: DAY_PART_NAMES[part] }))
  return (
    <>
      <div className={styles.dates}>
        {form.dayField('not_before', 'Ab wann?')}
        {form.dayField('not_after', 'Bis wann?')}
      </div>
      <FieldGroup
        legend="An welchen Tagen?"
        error={weekdaysError}
        help={weekdaysError ? undefined : 'Wählen Sie ab, was nicht passt.'}
      >
        <CheckboxRow choices={weekdayChoices} inputFor={(choice) => form.choiceInput('weekdays', choice)} />
      </FieldGroup>
      <FieldGroup legend="Zu welcher Tageszeit?" error={form.errorAt('parts')}>
        <CheckboxRow choices={partChoices} inputFor={(choice) => form.choiceInput('parts', choice)} />
      </FieldGroup>
    </>
  )
}

type WishDayProps = InputProps & {
  label: string
  error: string | undefined
  /** A day, or '' until the date is complete. */
  value: string
  /** The last day that can be chosen. */
  latest: Day | undefined
}

/**
 * Asks for a day from today on. Once the date is complete, it is repeated below the field with its weekday.
 */
export function WishDay({ label, error, latest, ...inputProps }: WishDayProps) {
  const { value } = inputProps
  return (
    <Field label={label} error={error} help={isDay(value) ? longDay(value, viennaToday()) : undefined}>
      <TextInput type="date" min={viennaToday()} max={latest} {...inputProps} />
    </Field>
  )
}
