import type { ComponentProps } from 'react'
import type { ContactTextField } from '../../../src/shared/contact/contact.ts'
import { Field, TextInput } from '../../components/field.tsx'
import { useContactFields } from './use-contact-form.ts'

/** Error messages of the contact's faulty fields. */
export type ContactErrors = Partial<
  Record<ContactTextField | 'svn4' | 'bookerFirstName' | 'bookerLastName', string>
>

type TextFieldProps = ComponentProps<typeof TextInput> & {
  name: keyof ContactErrors
  label: string
  help?: string
  error: string | undefined
}

/**
 * Shows a text field of the contact. The remaining props, such as `autoComplete`, go to the input, and may
 * override `onChange`.
 */
export function TextField({ name, label, help, error, required = true, ...rest }: TextFieldProps) {
  const { draft, set } = useContactFields()
  return (
    <Field label={label} help={help} error={error} required={required}>
      <TextInput
        name={name}
        value={draft[name]}
        onChange={({ target }) => set({ [name]: target.value })}
        spellCheck={false}
        {...rest}
      />
    </Field>
  )
}
