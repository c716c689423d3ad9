import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field, SelectInput, TextArea, TextInput } from '../../components/field.tsx'
import type { FormOf } from './use-submit-form.ts'

type FormFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
}

/** The props of a form field, and of the input in it. */
export type FormInputProps<Values extends FieldValues> = FormFieldProps<Values> &
  Omit<ComponentProps<'input'>, 'form' | 'name'>

/** A form field for one line of text. Props of an input are passed on to it. */
export function FormInput<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  ...inputProps
}: FormInputProps<Values>) {
  return (
    <Field label={label} help={help} error={form.errorAt(name)}>
      <TextInput {...inputProps} {...form.register(name)} />
    </Field>
  )
}

/** A form field for several lines of text. */
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

type FormSelectProps<Values extends FieldValues> = FormFieldProps<Values> & {
  /** The text of each value, in the order in which they are shown. */
  choices: Readonly<Record<string, string>>
  /** Called after a choice, once the form has the new value. */
  onChoose?: ((value: string) => void) | undefined
}

/** A form field for one of several values. */
export function FormSelect<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  choices,
  onChoose,
}: FormSelectProps<Values>) {
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

/** A form field for yes or no. */
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
