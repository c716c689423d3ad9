import type { ReactNode } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import type { FormInputProps } from './form-fields.tsx'

type SecretFieldProps<Values extends FieldValues> = FormInputProps<Values> & {
  /** True while the server has a value that can be kept. */
  stored: boolean
  /** The sentence for a field without a stored value. */
  noneStored?: string
}

/**
 * A secret, or another value that the server never sends. An empty field keeps the stored value, null removes
 * it. A button below the field marks the value for removal, or unmarks it, until the form is saved.
 */
export function SecretField<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  stored,
  noneStored = 'Noch nicht gespeichert.',
  ...inputProps
}: SecretFieldProps<Values>) {
  const isRemoved = form.watch(name) === null
  const setValue = (value: '' | null) =>
    form.setValue(name, value as PathValue<Values, Path<Values>>, { shouldDirty: true })

  const state = (): ReactNode => {
    if (isRemoved)
      return (
        <>
          Wird beim Speichern entfernt.{' '}
          <Button kind="link" onClick={() => setValue('')}>
            Doch behalten
          </Button>
        </>
      )
    if (!stored) return noneStored
    return (
      <>
        Leer gelassen bleibt der gespeicherte Wert.{' '}
        <Button kind="link" onClick={() => setValue(null)}>
          Gespeicherten Wert entfernen
        </Button>
      </>
    )
  }

  return (
    <Field
      label={label}
      error={form.errorAt(name)}
      help={
        <>
          {help} {state()}
        </>
      }
    >
      {/* With keys of their own neither input takes over the typed text of the other. */}
      {isRemoved ? (
        <TextInput key="removed" disabled />
      ) : (
        <TextInput
          key="kept"
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          placeholder={stored ? 'gespeichert' : ''}
          {...inputProps}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}
