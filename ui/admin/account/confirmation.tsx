import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { Confirmation } from '../../../src/shared/proofs.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { CodeField } from '../forms/code-field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { askPasskey, HAS_PASSKEYS } from './passkey.ts'
import type { Factors } from './use-account.ts'

export const NOTHING_CONFIRMED = { password: '', code: '' }
/** The sentence when the browser's question for a passkey was cancelled. */
export const NOT_CONFIRMED = 'Das wurde nicht bestätigt. Bitte versuchen Sie es noch einmal.'

type ConfirmationFieldsProps<Values extends FieldValues> = {
  form: FormOf<Values>
  factors: Factors
  help?: ReactNode
}

/**
 * The fields that confirm a change of second factors: the password and, while a factor is on, a code or a
 * passkey.
 */
export function ConfirmationFields<Values extends FieldValues & Partial<Confirmation>>({
  form,
  factors,
  help,
}: ConfirmationFieldsProps<Values>) {
  return (
    <>
      <PasswordField
        form={form}
        name={'password' as Path<Values>}
        label="Ihr Passwort"
        help={help}
        autoComplete="current-password"
      />
      {factors.length > 0 && (
        <CodeField
          form={form}
          name={'code' as Path<Values>}
          factors={factors}
          {...(factors.includes('passkey') && { help: 'Leer lassen, um Ihren Passkey zu verwenden.' })}
        />
      )}
    </>
  )
}

/**
 * Asks for a passkey, where there are any and no code was entered. @throws DOMException when the user cancels
 */
export async function withPasskey(
  { password, code }: Pick<Confirmation, 'password' | 'code'>,
  factors: Factors,
): Promise<Confirmation> {
  if (code !== '' || !HAS_PASSKEYS || !factors.includes('passkey')) return { password, code }
  const options = await adminRequest(admin.account.passkeys.challenge.$post())
  return { password, code, passkey: await askPasskey(options) }
}
