import { type Confirmation, confirmationSchema } from '../../../src/shared/proofs.ts'
import type { admin } from '../../api/admin.ts'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import {
  ConfirmationFields,
  completeConfirmation,
  EMPTY_CONFIRMATION,
  PASSKEY_CANCELLED,
} from './confirmation.tsx'
import { type Factors, thenReloadAccounts } from './use-account.ts'

/** The answer that all calls that end a factor share. */
type EndAnswer = ReturnType<(typeof admin)['second-factor']['disable']['$post']>

type EndFactorDialogProps = {
  /** The factor in German, as the object of `verb`: "Authenticator-App". */
  factorName: string
  /** The verb: an app is switched off, a passkey is removed. */
  verb: 'ausschalten' | 'entfernen'
  factors: Factors
  /** True when no other second factor is on. */
  isLast: boolean
  sendEnd: (confirmation: Confirmation) => EndAnswer
  onClose: () => void
}

/** Ends a second factor, after asking for the password and for a code or a passkey. */
export function EndFactorDialog({
  factorName,
  verb,
  factors,
  isLast,
  sendEnd,
  onClose,
}: EndFactorDialogProps) {
  const form = useSubmitForm({
    schema: confirmationSchema,
    defaultValues: EMPTY_CONFIRMATION,
    send: async (confirmation) =>
      thenReloadAccounts(sendEnd(await completeConfirmation(confirmation, factors))),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={`${factorName} ${verb}?`}
      button={`${factorName} ${verb}`}
      busy={form.busy}
      error={form.error}
      failure={PASSKEY_CANCELLED}
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
