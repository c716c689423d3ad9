import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import type { FormInputProps } from './form-fields.tsx'

type SecretFieldProps<Values extends FieldValues> = FormInputProps<Values> & {
  /** True while the server has a value that can be kept. */
  isStored: boolean
  /** The sentence for a field without a stored value. */
  noneStoredText?: string
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
  isStored,
  noneStoredText = 'Noch nicht gespeichert.',
  ...inputProps
}: SecretFieldProps<Values>) {
  const isRemoved = form.watch(name) === null
  // TypeScript does not know that the field with this name is a text or null.
  const setValue = (value: '' | null) =>
    form.setValue(name, value as PathValue<Values, Path<Values>>, { shouldDirty: true })

  return (
    <Field
      label={label}
      error={form.errorAt(name)}
      help={
        <>
          {help}{' '}
          {isStored || isRemoved ? (
            <StoredValueHelp isRemoved={isRemoved} onChange={setValue} />
          ) : (
            noneStoredText
          )}
        </>
      }
    >
      {/* With one key for both, the disabled input would show the text that was typed into the other. */}
      {isRemoved ? (
        <TextInput key="removed" disabled />
      ) : (
        <TextInput
          key="kept"
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          placeholder={isStored ? 'gespeichert' : ''}
          {...inputProps}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}

type StoredValueHelpProps = { isRemoved: boolean; onChange: (value: '' | null) => void }

/** Says what saving does to the stored value, with a button that changes it. */
function StoredValueHelp({ isRemoved, onChange }: StoredValueHelpProps) {
  if (isRemoved)
    return (
      <>
        Wird beim Speichern entfernt.{' '}
        <Button kind="link" onClick={() => onChange('')}>
          Doch behalten
        </Button>
      </>
    )
  return (
    <>
      Leer gelassen bleibt der gespeicherte Wert.{' '}
      <Button kind="link" onClick={() => onChange(null)}>
        Gespeicherten Wert entfernen
      </Button>
    </>
  )
}
