import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { passwordProofSchema } from '../../src/shared/proofs.ts'
import { admin, adminRequest } from '../api/admin.ts'
import { answerProof, offerProof, useProofAsked } from '../api/proof.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { PASSKEY_CANCELLED } from './account/confirmation.tsx'
import { SUPPORTS_PASSKEYS, signWithPasskey } from './account/passkey.ts'
import { useOwnAccount } from './account/use-account.ts'
import { CodeField } from './forms/code-field.tsx'
import { toOutcome } from './forms/form-outcome.ts'
import { OutcomeBanner } from './forms/outcome-banner.tsx'
import { PasswordField } from './forms/password-field.tsx'
import { useSubmitForm } from './forms/use-submit-form.ts'

/**
 * Asks the user to prove their identity before a call that somebody with a stolen session must not make. The
 * call waits and is then sent again, so that nothing has to be pressed twice (docs/behaviour.md 12.47).
 */
export function ProofDialog() {
  const isAsked = useProofAsked()
  useEffect(offerProof, [])
  return isAsked ? <ProofForm /> : null
}

/** The dialog that asks for the password and, if one is on, for a second factor; or for a passkey alone. */
function ProofForm() {
  const factors = useOwnAccount().data?.factors ?? []
  const form = useSubmitForm({
    schema: passwordProofSchema,
    defaultValues: { password: '', code: '' },
    send: (json) => adminRequest(admin.proof.$post({ json })),
    onSuccess: () => answerProof(true),
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await adminRequest(admin.account.passkeys.challenge.$post())
      return adminRequest(admin.proof.$post({ json: { passkey: await signWithPasskey(options) } }))
    },
    onSuccess: () => answerProof(true),
  })
  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])
  return (
    <Dialog
      open
      onClose={() => answerProof(false)}
      title="Bitte bestätigen, dass Sie es sind"
      actions={<Button onClick={() => answerProof(false)}>Abbrechen</Button>}
    >
      <form
        className="stack gap-5"
        noValidate
        onSubmit={(event) => {
          passkey.reset()
          void form.submit(event)
        }}
      >
        <p>Das ist eine wichtige Änderung. Danach fragen wir zehn Minuten lang nicht mehr.</p>
        <PasswordField form={form} name="password" label="Ihr Passwort" autoComplete="current-password" />
        {factors.length > 0 && <CodeField form={form} name="code" factors={factors} />}
        <OutcomeBanner outcome={passkey.error ? toOutcome(passkey.error, PASSKEY_CANCELLED) : form.outcome} />
        <Button kind="primary" type="submit" wide busy={form.busy} busyText="Einen Moment …">
          Bestätigen
        </Button>
        {SUPPORTS_PASSKEYS && factors.includes('passkey') && (
          <Button wide busy={passkey.isPending} onClick={() => passkey.mutate()}>
            Mit Passkey bestätigen
          </Button>
        )}
      </form>
    </Dialog>
  )
}
