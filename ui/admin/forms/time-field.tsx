import type { ReactNode, Ref } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { typedTime } from '../../../src/shared/typed-time.ts'
import { Field, TextInput } from '../../components/field.tsx'
import { useFormValue, useTypedText } from './input-binding.ts'
import type { FormOf } from './use-submit-form.ts'

type TimeInputProps = {
  /** `08:00`, or any other typed text. */
  value: string
  /** Called with a time, or with the typed text if it is not a time. */
  onChange: (time: string) => void
  ref?: Ref<HTMLInputElement>
  'data-autofocus'?: boolean
}

/** A time of day for a Field: typed as `8` it is 08:00, as `830` 08:30. */
export function TimeInput({ value, onChange, ...inputProps }: TimeInputProps) {
  const typedProps = useTypedText(value, (text) => onChange(typedTime(text)))
  return (
    <TextInput
      {...inputProps}
      {...typedProps}
      className="num"
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
    />
  )
}

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
