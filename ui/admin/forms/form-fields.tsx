import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { Checkbox, Field, SelectInput, TextArea, TextInput } from '../../components/field.tsx'
import type { FormOf } from './use-submit-form.ts'

type FormFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
}

export type FormInputProps<Values extends FieldValues> = FormFieldProps<Values> &
  Omit<ComponentProps<'input'>, 'form' | 'name'>

/** One line of text. */
export function FormInput<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  ...input
}: FormInputProps<Values>) {
  return (
    <Field label={label} help={help} error={form.errorAt(name)}>
      <TextInput {...input} {...form.register(name)} />
    </Field>
  )
}

/** Several lines of text. */
export function FormTextArea<Values extends FieldValues>({
  form,
  name,
  label,
  help,
}: FormFieldProps<Values>) {
  return (
    <Field label={label} help={help} error={form.errorAt(name)}>
      <TextArea rows={3} {...form.register(name)} />
    </Field>
  )
}

/** One of several values. */
export function FormSelect<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  choices,
  onChoose,
}: FormFieldProps<Values> & {
  choices: Readonly<Record<string, string>>
  onChoose?: ((value: string) => void) | undefined
}) {
  return (
    <Field label={label} help={help} error={form.errorAt(name)}>
      <SelectInput {...form.register(name, { onChange: ({ target }) => onChoose?.(target.value) })}>
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

/** Yes or no. */
export function FormCheckbox<Values extends FieldValues>({
  form,
  name,
  label,
  help,
}: FormFieldProps<Values>) {
  return (
    <Checkbox help={help} error={form.errorAt(name)} {...form.register(name)}>
      {label}
    </Checkbox>
  )
}
