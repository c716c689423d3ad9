import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Field } from '../../components/field.tsx'
import { DayInput, type DayKind } from './day-input.tsx'
import { useFormValue } from './use-form-value.ts'
import type { FormOf } from './use-submit-form.ts'

type FormDayProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  kind?: DayKind
  /** The first day that can be chosen in the month. */
  min?: Day
  /** Fields that are checked again when this one changes. */
  deps?: Path<Values>[]
  /** Called when the field gets a day. */
  onDay?: (day: Day) => void
  'data-autofocus'?: boolean
}

/** A day as a form field. The day is written out below it, so that a wrong year is noticed. */
export function FormDay<Values extends FieldValues>({
  form,
  name,
  label,
  deps,
  onDay,
  kind,
  ...inputProps
}: FormDayProps<Values>) {
  const { input, value, change } = useFormValue(form, name, deps && { deps })
  return (
    <Field
      label={label}
      error={form.errorAt(name)}
      help={kind !== 'birth' && isDay(value) && longDay(value, viennaToday())}
    >
      <DayInput
        {...inputProps}
        {...(kind && { kind })}
        ref={input}
        value={value}
        onChange={(day) => {
          change(day)
          if (isDay(day)) onDay?.(day)
        }}
      />
    </Field>
  )
}
