import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { codeSchema, confirmationSchema } from '../../../src/shared/proofs.ts'
import { admin } from '../../api/admin.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import styles from './account.module.css'
import {
  ConfirmationFields,
  completeConfirmation,
  EMPTY_CONFIRMATION,
  PASSKEY_CANCELLED,
} from './confirmation.tsx'
import { FormFoot } from './form-foot.tsx'
import { type Factors, thenReloadAccounts } from './use-account.ts'

// Only this page draws a QR code, so the module is loaded on demand.
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** The key that app and server share (`secret`), and the URI with it that the QR code has. */
type SharedKey = { secret: string; uri: string }

type AppSetupProps = {
  factors: Factors
  onCancel: () => void
  /**
   * Called with the recovery codes, which the server sends only once; with none if another factor was already
   * on.
   */
  onDone: (codes: readonly string[]) => void
}

/**
 * Sets up the authenticator app. Asks for the password, then shows the key and asks for a first code, which
 * proves that the app has the key.
 */
export function AppSetup({ factors, onCancel, onDone }: AppSetupProps) {
  const [sharedKey, setSharedKey] = useState<SharedKey>()
  return sharedKey ? (
    <KeyStep sharedKey={sharedKey} onCancel={onCancel} onDone={onDone} />
  ) : (
    <PasswordStep factors={factors} onCancel={onCancel} onNext={setSharedKey} />
  )
}

type PasswordStepProps = {
  factors: Factors
  onCancel: () => void
  /** Called with the new key, which the server makes for the right password. */
  onNext: (sharedKey: SharedKey) => void
}

/** Asks for the password and, while another factor is on, for a code or a passkey. */
function PasswordStep({ factors, onCancel, onNext }: PasswordStepProps) {
  const form = useSubmitForm({
    schema: confirmationSchema,
    defaultValues: EMPTY_CONFIRMATION,
    send: async (confirmation) => {
      const json = await completeConfirmation(confirmation, factors)
      return thenReloadAccounts(admin['second-factor'].setup.$post({ json }))
    },
    failure: PASSKEY_CANCELLED,
    onSuccess: onNext,
  })
  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])
  return (
    <form className="stack gap-5 padded short-form" noValidate onSubmit={form.submit}>
      <ConfirmationFields
        form={form}
        factors={factors}
        help="Damit niemand sonst das einrichtet, der diese Seite offen findet."
      />
      <FormFoot submitLabel="Weiter" form={form} onCancel={onCancel} />
    </form>
  )
}

type KeyStepProps = Omit<AppSetupProps, 'factors'> & { sharedKey: SharedKey }

/** Shows the key as a QR code and as text, and asks for a code of the app. */
function KeyStep({ sharedKey, onCancel, onDone }: KeyStepProps) {
  const { secret: key, uri } = sharedKey
  const form = useSubmitForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    send: (json) => thenReloadAccounts(admin['second-factor'].enable.$post({ json })),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headingRef.current?.focus(), [])
  return (
    <form className="stack gap-5 padded short-form" noValidate onSubmit={form.submit}>
      <h3 ref={headingRef} tabIndex={-1}>
        1. In der App hinzufügen
      </h3>
      <Suspense fallback={<Skeleton height={240} width={240} />}>
        <QrCode text={uri} label="QR-Code für die Authenticator-App" />
      </Suspense>
      <p className="muted small">
        Scannen Sie den Code mit einer Authenticator-App. Steht die App auf diesem Gerät,{' '}
        <a href={uri}>öffnen Sie sie hier</a>. Oder geben Sie den Schlüssel dort ein:
      </p>
      <p className={`well medium num break ${styles.secret}`}>{inFours(key)}</p>
      <h3>2. Mit einem Code einschalten</h3>
      <FormInput
        form={form}
        name="code"
        label="Code der Authenticator-App"
        help="Sechs Ziffern. Alle anderen Geräte werden dabei abgemeldet."
        className="num"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <FormFoot submitLabel="Einschalten" form={form} onCancel={onCancel} />
    </form>
  )
}

/** Returns the key in groups of four, `ABCD EFGH`, which are easier to type. */
function inFours(key: string): string {
  return key.replace(/.{4}(?=.)/g, '$& ')
}
