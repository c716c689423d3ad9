import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { PasswordInput } from '../components/password-input.tsx'
import form from './form.module.css'
import { tellFields } from './refusal.ts'
import { RefusalNote } from './refusal-note.tsx'
import styles from './second-factor-setup.module.css'
import { useEnableSecondFactor, usePrepareSecondFactor } from './use-access.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type Secret = { secret: string; uri: string }

type SecondFactorSetupProps = {
  onCancel: () => void
  /** With the recovery codes, which are told this once. */
  onDone: (codes: readonly string[]) => void
}

/** First the password once more, then the app: its first code proves that the secret arrived there. */
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
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } })
  const prepare = usePrepareSecondFactor()
  const submit = handleSubmit((entry) =>
    prepare.mutate(entry, { onSuccess: onNext, onError: (fault) => tellFields(fault, setError) }),
  )
  return (
    <form className={form.form} noValidate onSubmit={submit}>
      <Field
        label="Ihr Passwort"
        help="Damit niemand sonst das einrichtet, der diese Seite offen findet."
        fault={formState.errors.password?.message}
      >
        <PasswordInput
          autoComplete="current-password"
          {...register('password', { required: 'Bitte das Passwort eingeben.' })}
        />
      </Field>
      <Foot label="Weiter" busy={prepare.isPending} error={prepare.error} onCancel={onCancel} />
    </form>
  )
}

type AppStepProps = SecondFactorSetupProps & { secret: Secret }

function AppStep({ secret: { secret, uri }, onCancel, onDone }: AppStepProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { code: '' } })
  const enable = useEnableSecondFactor()
  const submit = handleSubmit(({ code }) =>
    enable.mutate(
      { code: code.trim() },
      {
        onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
        onError: (fault) => tellFields(fault, setError),
      },
    ),
  )
  return (
    <form className={form.form} noValidate onSubmit={submit}>
      <h3>1. In der App hinzufügen</h3>
      <Suspense fallback={<Skeleton height={240} width={240} />}>
        <QrCode text={uri} label="QR-Code für die Authenticator-App" />
      </Suspense>
      <p className={styles.words}>
        Scannen Sie den Code mit einer Authenticator-App. Steht die App auf diesem Gerät,{' '}
        <a href={uri}>öffnen Sie sie hier</a>. Oder geben Sie den Schlüssel dort ein:
      </p>
      <p className={styles.secret}>{inFours(secret)}</p>
      <h3>2. Mit einem Code einschalten</h3>
      <Field label="Code der Authenticator-App" help="Sechs Ziffern." fault={formState.errors.code?.message}>
        <TextInput
          className="num"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          {...register('code', { required: 'Bitte den Code eingeben.' })}
        />
      </Field>
      <Foot label="Einschalten" busy={enable.isPending} error={enable.error} onCancel={onCancel} />
    </form>
  )
}

type FootProps = { label: string; busy: boolean; error: Error | null; onCancel: () => void }

function Foot({ label, busy, error, onCancel }: FootProps) {
  return (
    <>
      <div className={form.buttons}>
        <Button type="submit" busy={busy}>
          {label}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Abbrechen
        </Button>
      </div>
      <RefusalNote error={error} />
    </>
  )
}

/** Read off more easily. */
function inFours(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}
