import type { ReactNode } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import type { FieldSource } from './setting-field.tsx'

type SecretFieldProps<Values extends FieldValues> = {
  editing: FieldSource<Values>
  name: Path<Values>
  label: ReactNode
  /** True when there is one on the server. It never comes back to the screen. */
  stored: boolean
  help?: ReactNode
}

/**
 * A password or key that is only ever written: empty leaves the stored one as it is, and null takes it away
 * (decisions, section 3).
 */
export function SecretField<Values extends FieldValues>({
  editing: { form, fault },
  name,
  label,
  stored,
  help,
}: SecretFieldProps<Values>) {
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
    'Noch nicht gespeichert.'
  )

  return (
    <Field
      label={label}
      error={fault(name)}
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
          {...form.register(name)}
        />
      )}
    </Field>
  )
}
