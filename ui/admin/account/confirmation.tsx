import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { Confirmation } from '../../../src/shared/proofs.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { CodeField } from '../forms/code-field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { SUPPORTS_PASSKEYS, signWithPasskey } from './passkey.ts'
import type { Factors } from './use-account.ts'

/** The values of the fields before anything is typed. */
export const EMPTY_CONFIRMATION = { password: '', code: '' }
/** The sentence after the user has cancelled the browser's passkey dialog. */
export const PASSKEY_CANCELLED = 'Das wurde nicht bestätigt. Bitte versuchen Sie es noch einmal.'

type ConfirmationFieldsProps<Values extends FieldValues> = {
  form: FormOf<Values>
  factors: Factors
  /** Help below the field of the password. */
  help?: ReactNode
}

/**
 * The fields that confirm a change of second factors: the password and, while a factor is on, a code. A
 * passkey can replace the code. The casts tell TypeScript that the form has these two fields.
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
 * Adds a signature by a passkey, for which the browser asks, if there is a passkey and no code was typed.
 * @throws DOMException when the user cancels
 */
export async function completeConfirmation(
  { password, code }: Pick<Confirmation, 'password' | 'code'>,
  factors: Factors,
): Promise<Confirmation> {
  if (code !== '' || !SUPPORTS_PASSKEYS || !factors.includes('passkey')) return { password, code }
  const options = await adminRequest(admin.account.passkeys.challenge.$post())
  return { password, code, passkey: await signWithPasskey(options) }
}
