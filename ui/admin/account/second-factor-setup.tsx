import { lazy, Suspense, useState } from 'react'
import { codeSchema, presentPasswordSchema } from '../../../src/shared/password.ts'
import { admin } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type Outcome, useSubmitForm } from '../forms/use-submit-form.ts'
import styles from './account.module.css'
import { changeAccount } from './use-account.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type Secret = { secret: string; uri: string }

type SecondFactorSetupProps = {
  onCancel: () => void
  /** With the recovery codes, which the server sends only once. */
  onDone: (codes: readonly string[]) => void
}

/** First the password, then the app, whose first code proves that it has the secret. */
export function SecondFactorSetup({ onCancel, onDone }: SecondFactorSetupProps) {
  const [secret, setSecret] = useState<Secret>()
  return secret ? (
    <AppStep secret={secret} onCancel={onCancel} onDone={onDone} />
  ) : (
    <PasswordStep onCancel={onCancel} onNext={setSecret} />
  )
}

type PasswordStepProps = { onCancel: () => void; onNext: (secret: Secret) => void }

function PasswordStep({ onCancel, onNext }: PasswordStepProps) {
  const form = useSubmitForm({
    schema: presentPasswordSchema,
    defaultValues: { password: '' },
    send: (json) => changeAccount(admin['second-factor'].setup.$post({ json })),
    onSuccess: onNext,
  })
  return (
    <form className={`stack gap-5 padded ${styles.form}`} noValidate onSubmit={form.submit}>
      <PasswordField
        form={form}
        name="password"
        label="Ihr Passwort"
        help="Damit niemand sonst das einrichtet, der diese Seite offen findet."
        autoComplete="current-password"
      />
      <Foot label="Weiter" form={form} onCancel={onCancel} />
    </form>
  )
}

type AppStepProps = SecondFactorSetupProps & { secret: Secret }

function AppStep({ secret: { secret, uri }, onCancel, onDone }: AppStepProps) {
  const form = useSubmitForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    send: (json) => changeAccount(admin['second-factor'].enable.$post({ json })),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <form className={`stack gap-5 padded ${styles.form}`} noValidate onSubmit={form.submit}>
      <h3>1. In der App hinzufügen</h3>
      <Suspense fallback={<Skeleton height={240} width={240} />}>
        <QrCode text={uri} label="QR-Code für die Authenticator-App" />
      </Suspense>
      <p className="muted small">
        Scannen Sie den Code mit einer Authenticator-App. Steht die App auf diesem Gerät,{' '}
        <a href={uri}>öffnen Sie sie hier</a>. Oder geben Sie den Schlüssel dort ein:
      </p>
      <p className={`well medium num break ${styles.secret}`}>{inFours(secret)}</p>
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
      <Foot label="Einschalten" form={form} onCancel={onCancel} />
    </form>
  )
}

type FootProps = {
  label: string
  form: { busy: boolean; outcome: Outcome | undefined }
  onCancel: () => void
}

function Foot({ label, form, onCancel }: FootProps) {
  return (
    <>
      <div className="row">
        <Button type="submit" busy={form.busy}>
          {label}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Abbrechen
        </Button>
      </div>
      <OutcomeBanner outcome={form.outcome} />
    </>
  )
}

/** `ABCDEFGH` as `ABCD EFGH`. */
function inFours(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}
