import type { FieldValues, Path } from 'react-hook-form'
import { FormInput } from '../forms/form-fields.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'

type CodeFieldProps<Values extends FieldValues> = { form: FormOf<Values>; name: Path<Values> }

/** A code of the second factor: of the app, or a recovery code, which has letters. */
export function CodeField<Values extends FieldValues>({ form, name }: CodeFieldProps<Values>) {
  return (
    <FormInput
      form={form}
      name={name}
      label="Code der Authenticator-App"
      help="Sechs Ziffern. Ohne Telefon geht auch einer Ihrer Ersatzcodes."
      className="num"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
