import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'wouter'
import { EMAIL_REQUIRED } from '../../src/shared/messages.de.ts'
import { adminAnswer, login } from '../api/admin.ts'
import { ApiError } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { PageHeading, usePageTitle } from '../components/page-heading.tsx'
import { TextInput } from '../components/text-input.tsx'
import { PasswordInput } from './components/password-input.tsx'
import styles from './login-page.module.css'
import { beginSession, sessionHasRunOut } from './session.ts'

type Credentials = { email: string; password: string; code: string }

/** Specification section 2, /admin/login; a second factor is asked for once the password is right. */
export function LoginPage() {
  const [search] = useSearchParams()
  const [prefilled] = useState(() => search.get('email')?.trim() ?? '')
  const [withCode, setWithCode] = useState(false)
  const [hasRunOut] = useState(sessionHasRunOut)
  const { register, handleSubmit, formState, setFocus, setValue } = useForm<Credentials>({
    defaultValues: { email: prefilled, password: '', code: '' },
  })
  const signIn = useMutation({
    mutationFn: ({ email, password, code }: Credentials) =>
      adminAnswer(login.login.$post({ json: { email, password, ...(code && { code: code.trim() }) } })),
    onSuccess: beginSession,
    onError: (fault) => {
      if (isQuestion(fault)) setWithCode(true)
      // A code counts once; the next try needs the next one.
      setValue('code', '')
      if (withCode) setFocus('code')
    },
  })
  usePageTitle('Anmelden')
  // What is to be typed next.
  useEffect(() => {
    setFocus(withCode ? 'code' : prefilled ? 'password' : 'email')
  }, [withCode, prefilled, setFocus])

  const { errors } = formState
  return (
    <PageFrame narrow>
      <PageHeading>Anmelden</PageHeading>
      {hasRunOut && (
        <div className={styles.notice} role="status">
          <Banner tone="info">
            Ihre Sitzung ist abgelaufen oder wurde beendet. Bitte melden Sie sich neu an.
          </Banner>
        </div>
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((credentials) => signIn.mutate(credentials))}
      >
        <Field label="E-Mail" fault={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            spellCheck={false}
            {...register('email', { required: EMAIL_REQUIRED })}
          />
        </Field>
        <Field label="Passwort" fault={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('password', { required: 'Passwort ist erforderlich.' })}
          />
        </Field>
        {withCode && (
          <Field
            label="Code der Authenticator-App"
            help="Sechs Ziffern. Ohne Telefon geht auch einer Ihrer Ersatzcodes."
            fault={errors.code?.message}
          >
            <TextInput
              className="num"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              {...register('code', { required: 'Bitte den Code eingeben.' })}
            />
          </Field>
        )}
        <div role="alert">
          {signIn.error && (
            <Banner tone={isQuestion(signIn.error) ? 'info' : 'danger'}>{failure(signIn.error)}</Banner>
          )}
        </div>
        <Button kind="main" type="submit" wide busy={signIn.isPending} busyText="Anmelden …">
          Anmelden
        </Button>
      </form>
      <p className={styles.back}>
        <Link href="/">Zurück zur Buchungsseite</Link>
      </p>
    </PageFrame>
  )
}

function isQuestion(fault: Error): boolean {
  return fault instanceof ApiError && fault.code === 'second_factor_required'
}

/** Specification section 8: the server's sentence, or its own for what is no answer at all. */
function failure(fault: Error): string {
  if (!(fault instanceof ApiError)) return 'Unbekannter Fehler beim Login.'
  const { retry_after } = fault.facts
  return typeof retry_after === 'number' ? `${fault.message} ${waitingTime(retry_after)}` : fault.message
}

function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'In einer Minute geht es wieder.' : `In ${minutes} Minuten geht es wieder.`
}
