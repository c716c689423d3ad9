import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import type { FormInputProps } from './form-fields.tsx'

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

  const state = () => {
    if (removed)
      return (
        <>
          Wird beim Speichern entfernt.{' '}
          <Button kind="link" onClick={() => set('')}>
            Doch behalten
          </Button>
        </>
      )
    if (!stored) return note
    return (
      <>
        Leer gelassen bleibt der gespeicherte Wert.{' '}
        <Button kind="link" onClick={() => set(null)}>
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
