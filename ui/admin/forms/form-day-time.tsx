import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { Field, FieldGroup } from '../../components/field.tsx'
import { DayInput } from './day-input.tsx'
import { TimeInput } from './time-input.tsx'
import { useFormValue } from './use-form-value.ts'
import type { FormOf } from './use-submit-form.ts'

type FormDayTimeProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
}

/**
 * A day and a time as one form field. Its value is Vienna wall time such as `2027-01-12T18:00`, or '' while
 * both are empty. If only one is filled, it is a text such as `T18:00`, which the schema refuses.
 */
export function FormDayTime<Values extends FieldValues>({
  form,
  name,
  label,
  help,
}: FormDayTimeProps<Values>) {
  const { input, value, change } = useFormValue(form, name)
  const { day, time } = partsOf(value)
  const changeParts = (parts: { day: string; time: string }) =>
    change(parts.day === '' && parts.time === '' ? '' : `${parts.day}T${parts.time}`)
  return (
    <FieldGroup legend={label} help={help} error={form.errorAt(name)}>
      <div className="columns">
        <Field label="Datum" size="small">
          <DayInput
            name={name}
            ref={input}
            value={day}
            onChange={(newDay) => changeParts({ day: newDay, time })}
          />
        </Field>
        <Field label="Uhrzeit" size="small">
          <TimeInput value={time} onChange={(newTime) => changeParts({ day, time: newTime })} />
        </Field>
      </div>
    </FieldGroup>
  )
}

function partsOf(value: string): { day: string; time: string } {
  // The last T is the separator: the day may be any typed text.
  const separator = value.lastIndexOf('T')
  if (separator < 0) return { day: value, time: '' }
  return { day: value.slice(0, separator), time: value.slice(separator + 1) }
}
