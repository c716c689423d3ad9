import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { Field } from '../../components/field.tsx'
import { TimeInput } from './time-input.tsx'
import { useFormValue } from './use-form-value.ts'
import type { FormOf } from './use-submit-form.ts'

type FormTimeProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
  'data-autofocus'?: boolean
}

/** A time of day as a form field. */
export function FormTime<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  ...inputProps
}: FormTimeProps<Values>) {
  const { input, value, change } = useFormValue(form, name)
  return (
    <Field label={label} help={help} error={form.errorAt(name)}>
      <TimeInput {...inputProps} ref={input} value={value} onChange={change} />
    </Field>
  )
}
