import { useEffect } from 'react'
import * as v from 'valibot'
import { newPasskeySchema } from '../../../src/shared/passkeys.ts'
import { confirmationSchema } from '../../../src/shared/proofs.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { FormInput } from '../forms/form-fields.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { ConfirmationFields, completeConfirmation, EMPTY_CONFIRMATION } from './confirmation.tsx'
import { FormFoot } from './form-foot.tsx'
import { createPasskey } from './passkey.ts'
import { type Factors, thenReloadAccounts } from './use-account.ts'

/** The fields that confirm, and the name of the new passkey. */
const schema = v.object({ ...confirmationSchema.entries, name: newPasskeySchema.entries.name })

type NewPasskeyProps = {
  factors: Factors
  onCancel: () => void
  /**
   * Called with the recovery codes, which the server sends only once; with none if another factor was already
   * on.
   */
  onDone: (codes: readonly string[]) => void
}

/** The form for a new passkey: its name and the password. The browser then creates the passkey. */
export function NewPasskey({ factors, onCancel, onDone }: NewPasskeyProps) {
  const { passkeys } = admin.account
  const form = useSubmitForm({
    schema,
    defaultValues: { name: '', ...EMPTY_CONFIRMATION },
    send: async ({ name, ...typedFields }) => {
      const confirmation = await completeConfirmation(typedFields, factors)
      const options = await adminRequest(passkeys.options.$post({ json: confirmation }))
      return thenReloadAccounts(passkeys.$post({ json: { name, credential: await createPasskey(options) } }))
    },
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    failure: 'Der Passkey wurde nicht angelegt. Vielleicht hat dieses Gerät schon einen.',
  })
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <form className="stack gap-5 padded short-form" noValidate onSubmit={form.submit}>
      <FormInput
        form={form}
        name="name"
        label="Name des Passkeys"
        help="Zum Beispiel das Gerät, auf dem er liegt. Alle anderen Geräte werden beim Anlegen abgemeldet."
      />
      <ConfirmationFields form={form} factors={factors} />
      <FormFoot submitLabel="Passkey anlegen" form={form} onCancel={onCancel} />
    </form>
  )
}
