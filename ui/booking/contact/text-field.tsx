import type { ComponentProps } from 'react'
import { type FieldError, useFormContext } from 'react-hook-form'
import type { ContactTextField } from '../../../src/shared/contact/contact.ts'
import { Field, TextInput } from '../../components/field.tsx'
import type { ContactDraft } from './contact-draft.ts'

export type ContactErrors = Partial<
  Record<ContactTextField | 'svn4' | 'bookerFirstName' | 'bookerLastName', FieldError>
>

type TextFieldProps = ComponentProps<typeof TextInput> & {
  name: keyof ContactErrors
  label: string
  help?: string
  error: FieldError | undefined
}

/** A field of the contact that takes text. */
export function TextField({ name, label, help, error, required = true, ...rest }: TextFieldProps) {
  const { register } = useFormContext<ContactDraft>()
  return (
    <Field label={label} help={help} error={error?.message} required={required}>
      <TextInput {...register(name)} spellCheck={false} {...rest} />
    </Field>
  )
}

/** The props of a field that browsers fill in. */
export type AutoCompletedFieldProps = { error: FieldError | undefined; autoComplete: string }
