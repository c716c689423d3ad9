import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { Field, FieldGroup } from '../../components/field.tsx'
import { DayInput } from './day-field.tsx'
import { TimeInput, useBound } from './time-field.tsx'
import type { FormOf } from './use-submit-form.ts'

type FormDayTimeProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
}

/**
 * A day and a time as one field of a form. Its value is Vienna's wall time like `2027-01-12T18:00`, '' for
 * none, and no time while one half is missing, which the form's schema refuses.
 */
export function FormDayTime<Values extends FieldValues>({
  form,
  name,
  label,
  help,
}: FormDayTimeProps<Values>) {
  const { input, value, change } = useBound(form, name)
  const at = value.lastIndexOf('T')
  const [day, time] = at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
  const set = (nextDay: string, nextTime: string) =>
    change(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`)
  return (
    <FieldGroup legend={label} help={help} error={form.errorAt(name)}>
      <div className="columns">
        <Field label="Datum" size="small">
          <DayInput name={name} ref={input} value={day} onChange={(next) => set(next, time)} />
        </Field>
        <Field label="Uhrzeit" size="small">
          <TimeInput value={time} onChange={(next) => set(day, next)} />
        </Field>
      </div>
    </FieldGroup>
  )
}
