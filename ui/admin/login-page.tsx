import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { Link, useSearchParams } from 'wouter'
import { EMAIL_REQUIRED } from '../../src/shared/messages.de.ts'
import { adminRequest, login } from '../api/admin.ts'
import { ApiError, hasCode } from '../api/http.ts'
import { beginSession, isSessionExpired } from '../api/session.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { PageHeading, usePageTitle } from '../page/page-heading.tsx'
import styles from './account/account.module.css'
import { askPasskey, HAS_PASSKEYS } from './account/passkey.ts'
import { CodeField } from './forms/code-field.tsx'
import { FormInput } from './forms/form-fields.tsx'
import { PasswordField } from './forms/password-field.tsx'
import { useSubmitForm } from './forms/use-submit-form.ts'

/**
 * Signs a staff member in. The page asks for a second factor once the password is right. A passkey replaces
 * both (docs/behaviour.md 12.2).
 */
export function LoginPage() {
  const [search] = useSearchParams()
  const [prefilled] = useState(() => search.get('email')?.trim() ?? '')
  /** The second factors of the account; undefined until the password is right. */
  const [factors, setFactors] = useState<readonly string[]>()
  const withCode = factors !== undefined
  const [isExpired] = useState(isSessionExpired)
  const schema = useMemo(() => credentialsSchema(withCode), [withCode])
  const form = useSubmitForm({
    schema,
    defaultValues: { email: prefilled, password: '', code: '' },
    send: ({ code, ...json }) =>
      adminRequest(login.login.$post({ json: { ...json, ...(code && { code }) } })).catch((error) => {
        if (isQuestion(error)) setFactors((error.facts.factors as string[] | undefined) ?? ['app'])
        // Each code counts once, so the next try needs another one.
        form.setValue('code', '')
        if (withCode) form.setFocus('code')
        throw error
      }),
    onSuccess: beginSession,
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await adminRequest(login.login.passkey.options.$post())
      return adminRequest(login.login.passkey.$post({ json: { passkey: await askPasskey(options) } }))
    },
    onSuccess: beginSession,
  })
  const error = passkey.error ?? form.error
  const { setFocus } = form
  usePageTitle('Anmelden')
  useEffect(() => {
    setFocus(withCode ? 'code' : prefilled ? 'password' : 'email')
  }, [withCode, prefilled, setFocus])

  return (
    <PageFrame narrow>
      <PageHeading>Anmelden</PageHeading>
      <div className={`stack gap-5 ${styles.form}`}>
        {isExpired && (
          <div role="status">
            <Banner tone="info">
              Ihre Sitzung ist abgelaufen oder wurde beendet. Bitte melden Sie sich neu an.
            </Banner>
          </div>
        )}
        <form
          className="stack gap-5"
          noValidate
          onSubmit={(event) => {
            passkey.reset()
            void form.submit(event)
          }}
        >
          <FormInput
            form={form}
            name="email"
            label="E-Mail"
            type="email"
            autoComplete="username"
            spellCheck={false}
          />
          <PasswordField form={form} name="password" label="Passwort" autoComplete="current-password" />
          {factors && <CodeField form={form} name="code" factors={factors} />}
          <div role="alert">
            {error && (
              <Banner tone={isQuestion(error) ? 'info' : 'danger'}>
                {failureOf(error, error === passkey.error)}
              </Banner>
            )}
          </div>
          <Button kind="primary" type="submit" wide busy={form.busy} busyText="Anmelden …">
            Anmelden
          </Button>
          {HAS_PASSKEYS && (
            <Button wide busy={passkey.isPending} onClick={() => passkey.mutate()}>
              Mit Passkey anmelden
            </Button>
          )}
        </form>
        <p>
          <Link href="/">Zurück zur Buchungsseite</Link>
        </p>
      </div>
    </PageFrame>
  )
}

function credentialsSchema(withCode: boolean) {
  return v.object({
    email: v.pipe(v.string(), v.nonEmpty(EMAIL_REQUIRED)),
    password: v.pipe(v.string(), v.nonEmpty('Passwort ist erforderlich.')),
    code: v.pipe(v.string(), v.trim(), withCode ? v.nonEmpty('Bitte den Code eingeben.') : v.string()),
  })
}

/** Returns true if the password was right and only the second factor is missing. */
function isQuestion(error: Error): error is ApiError {
  return hasCode(error, 'second_factor_required')
}

/**
 * Returns the server's sentence, or the page's own for an error that is no answer of the server.
 * @param isPasskey true for an error of the button for passkeys
 */
function failureOf(error: Error, isPasskey: boolean): string {
  if (isPasskey && error instanceof DOMException) return 'Es wurde kein Passkey verwendet.'
  if (!(error instanceof ApiError)) return 'Unbekannter Fehler beim Login.'
  const { retry_after } = error.facts
  return typeof retry_after === 'number' ? `${error.message} ${waitingTime(retry_after)}` : error.message
}

function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'In einer Minute geht es wieder.' : `In ${minutes} Minuten geht es wieder.`
}
