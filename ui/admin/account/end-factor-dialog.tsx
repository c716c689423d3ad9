import { type Confirmation, confirmationSchema } from '../../../src/shared/proofs.ts'
import type { admin } from '../../api/admin.ts'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { ConfirmationFields, NOT_CONFIRMED, NOTHING_CONFIRMED, withPasskey } from './confirmation.tsx'
import { changeAccounts, type Factors } from './use-account.ts'

type EndFactorDialogProps = {
  /** The factor, and what is done with it, as in „Authenticator-App ausschalten“. */
  object: string
  verb: string
  factors: Factors
  /** True when no other second factor is on. */
  isLast: boolean
  end: (confirmation: Confirmation) => ReturnType<(typeof admin)['second-factor']['disable']['$post']>
  onClose: () => void
}

/** Ends a second factor after a confirmation with the password, and with a code or a passkey. */
export function EndFactorDialog({ object, verb, factors, isLast, end, onClose }: EndFactorDialogProps) {
  const form = useSubmitForm({
    schema: confirmationSchema,
    defaultValues: NOTHING_CONFIRMED,
    send: async (given) => changeAccounts(end(await withPasskey(given, factors))),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={`${object} ${verb}?`}
      button={`${object} ${verb}`}
      busy={form.busy}
      error={form.error}
      failure={NOT_CONFIRMED}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <p>
        {isLast && 'Zum Anmelden genügt dann wieder das Passwort. Die Ersatzcodes gelten nicht mehr. '}
        Alle anderen Geräte werden abgemeldet.
      </p>
      <ConfirmationFields form={form} factors={factors} />
    </ConfirmDialog>
  )
}
