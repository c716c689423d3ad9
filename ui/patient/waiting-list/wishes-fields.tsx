import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { DAY_PARTS, WAITING_WEEKDAYS } from '../../../src/shared/waiting-list.ts'
import { viennaToday } from '../../api/server-clock.ts'
import styles from '../../components/field.module.css'
import { Field, FieldGroup, TextInput, useFieldState } from '../../components/field.tsx'
import type { WishesDraft } from './wishes.ts'
import { DAY_PART_NAMES, WAITING_DAYS } from './wishes-text.ts'

type WishesFieldsProps<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'register' | 'watch'> & {
    errorAt: (name: Path<Values>) => string | undefined
  }
  /** The last day that can be chosen. */
  latest?: Day | undefined
  /** The weekdays to choose from. The default is the whole week. */
  weekdays?: readonly number[]
}

/** Shows the fields for first and last day, days of the week and times of the day. */
export function WishesFields<Values extends FieldValues & WishesDraft>({
  form,
  latest,
  weekdays = WAITING_WEEKDAYS,
}: WishesFieldsProps<Values>) {
  const name = (field: keyof WishesDraft) => field as Path<Values>
  const noDay = form.errorAt(name('weekdays'))
  return (
    <>
      <div className={styles.dates}>
        <DayField form={form} name={name('not_before')} label="Ab wann?" latest={latest} />
        <DayField form={form} name={name('not_after')} label="Bis wann?" latest={latest} />
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
          field={form.register(name('weekdays'))}
        />
      </FieldGroup>
      <FieldGroup legend="Zu welcher Tageszeit?" error={form.errorAt(name('parts'))}>
        <Choices
          choices={DAY_PARTS.map((part) => [part, DAY_PART_NAMES[part]])}
          field={form.register(name('parts'))}
        />
      </FieldGroup>
    </>
  )
}

type DayFieldProps<Values extends FieldValues> = WishesFieldsProps<Values> & {
  name: Path<Values>
  label: string
}

/** Asks for a day from today on. */
function DayField<Values extends FieldValues>({ form, name, label, latest }: DayFieldProps<Values>) {
  const day: string = form.watch(name)
  return (
    <Field
      label={label}
      error={form.errorAt(name)}
      help={isDay(day) ? longDay(day, viennaToday()) : undefined}
    >
      <TextInput type="date" min={viennaToday()} max={latest} {...form.register(name)} />
    </Field>
  )
}

type ChoicesProps = {
  choices: readonly (readonly [value: string, text: string, name?: string])[]
  field: ReturnType<UseFormReturn['register']>
}

/** Checkboxes side by side that look like the days and times of a booking. */
function Choices({ choices, field }: ChoicesProps) {
  const { 'aria-required': _, ...attributes } = useFieldState().attributes
  return (
    <div className={styles.choices}>
      {choices.map(([value, text, name]) => (
        <label key={value} className={`pick small ${styles.choice}`}>
          <input
            {...attributes}
            {...field}
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
