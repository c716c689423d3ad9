import type { FieldValues, Path } from 'react-hook-form'
import { FormInput } from './form-fields.tsx'
import type { FormOf } from './use-submit-form.ts'

type CodeFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  /** The second factors that are on. */
  factors: readonly string[]
  help?: string
}

/**
 * The field for a code of the authenticator app or a recovery code. Without the app only the latter exists.
 */
export function CodeField<Values extends FieldValues>({ form, name, factors, help }: CodeFieldProps<Values>) {
  const hasApp = factors.includes('app')
  return (
    <FormInput
      form={form}
      name={name}
      label={hasApp ? 'Code der Authenticator-App' : 'Ersatzcode'}
      help={help ?? (hasApp && 'Sechs Ziffern. Ohne Telefon geht auch einer Ihrer Ersatzcodes.')}
      className="num"
      autoComplete="one-time-code"
      // Recovery codes are in lower case.
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
