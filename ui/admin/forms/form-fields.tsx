import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { Checkbox, Field, SelectInput, TextArea, TextInput } from '../../components/field.tsx'
import type { FormOf } from './use-submit-form.ts'

type FormFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
}

type FormInputProps<Values extends FieldValues> = FormFieldProps<Values> &
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

/**
 * A secret or a number that the server never sends: empty keeps the stored one, null removes it. `state` says
 * in other words that none is stored.
 */
export function SecretField<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  stored,
  state: note = 'Noch nicht gespeichert.',
  ...input
}: FormInputProps<Values> & { stored: boolean; state?: string }) {
  const removed = form.watch(name) === null
  const set = (value: '' | null) =>
    form.setValue(name, value as PathValue<Values, Path<Values>>, { shouldDirty: true })

  const state = removed ? (
    <>
      Wird beim Speichern entfernt.{' '}
      <Button kind="link" onClick={() => set('')}>
        Doch behalten
      </Button>
    </>
  ) : stored ? (
    <>
      Leer gelassen bleibt der gespeicherte Wert.{' '}
      <Button kind="link" onClick={() => set(null)}>
        Gespeicherten Wert entfernen
      </Button>
    </>
  ) : (
    note
  )

  return (
    <Field
      label={label}
      error={form.errorAt(name)}
      help={
        <>
          {help} {state}
        </>
      }
    >
      {removed ? (
        <TextInput key="removed" disabled />
      ) : (
        <TextInput
          key="kept"
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          placeholder={stored ? 'gespeichert' : ''}
          {...input}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}
