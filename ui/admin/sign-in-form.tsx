import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { EMAIL_REQUIRED } from '../../src/shared/messages.de.ts'
import { adminRequest, login } from '../api/admin.ts'
import { ApiError, hasCode, sentenceOf } from '../api/http.ts'
import { beginSession } from '../api/session.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { askPasskey, useHasPasskeys } from './account/passkey.ts'
import { CodeField } from './forms/code-field.tsx'
import { FormInput } from './forms/form-fields.tsx'
import { PasswordField } from './forms/password-field.tsx'
import { useSubmitForm } from './forms/use-submit-form.ts'

export const SESSION_EXPIRED = 'Ihre Sitzung ist abgelaufen oder wurde beendet.'

type Credentials = Readonly<{ email: string; password: string }>

const NOTHING: Credentials = { email: '', password: '' }

type SignInFormProps = {
  /** The address that the field starts with, or ''. */
  email: string
  /** The texts that were entered before the code of the page arrived; both are empty if none were. */
  enteredEarly?: Credentials
  /** Returns the help below the address for what is typed there. */
  emailHelp?: (typed: string) => string | false
}

/**
 * Signs a staff member in. The form asks for a second factor once the password is right. A passkey replaces
 * both (docs/behaviour.md 12.2).
 */
export function SignInForm({ email, enteredEarly = NOTHING, emailHelp }: SignInFormProps) {
  const { form, factors } = usePasswordSignIn(email, enteredEarly)
  const hasPasskeys = useHasPasskeys()
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await adminRequest(login.login.passkey.options.$post())
      return adminRequest(login.login.passkey.$post({ json: { passkey: await askPasskey(options) } }))
    },
    onSuccess: beginSession,
  })
  const error = passkey.error ?? form.error
  return (
    <form
      // A browser that sent the form itself would otherwise put the password into the address.
      method="post"
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
        help={emailHelp?.(form.watch('email').trim())}
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
      {hasPasskeys && (
        <Button wide busy={passkey.isPending} onClick={() => passkey.mutate()}>
          Mit Passkey anmelden
        </Button>
      )}
    </form>
  )
}

/** The fields for password and code. The field that comes next has the focus. */
function usePasswordSignIn(prefilled: string, enteredEarly: Credentials) {
  /** The second factors of the account; undefined until the password is right. */
  const [factors, setFactors] = useState<readonly string[]>()
  const withCode = factors !== undefined
  const schema = useMemo(() => credentialsSchema(withCode), [withCode])
  const form = useSubmitForm({
    schema,
    defaultValues: { email: enteredEarly.email || prefilled, password: enteredEarly.password, code: '' },
    send: ({ code, ...json }) =>
      adminRequest(login.login.$post({ json: { ...json, ...(code && { code }) } })).catch((error) => {
        if (isQuestion(error)) setFactors((error.facts.factors as string[] | undefined) ?? ['app'])
        // Each code counts once, so the next try needs another one, unless this one was not looked at.
        if (isRefused(error)) form.setValue('code', '')
        if (withCode) form.setFocus('code')
        throw error
      }),
    onSuccess: beginSession,
  })
  const { setFocus } = form
  const hasBegun = enteredEarly.email !== '' || enteredEarly.password !== ''
  useEffect(() => {
    if (withCode) setFocus('code')
    // Moving the focus of somebody who is typing would put the rest into another field.
    else if (!hasBegun) setFocus(prefilled ? 'password' : 'email')
  }, [withCode, hasBegun, prefilled, setFocus])
  return { form, factors }
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

/** Returns true if the server has answered no, and not that it cannot answer now. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/**
 * Returns the server's sentence, or the page's own for an error that is no answer of the server.
 * @param isPasskey true for an error of the button for passkeys
 */
function failureOf(error: Error, isPasskey: boolean): string {
  if (isPasskey && error instanceof DOMException) return 'Es wurde kein Passkey verwendet.'
  if (!(error instanceof ApiError)) return 'Unbekannter Fehler beim Login.'
  const sentence = sentenceOf(error, 'Login fehlgeschlagen.')
  const { retry_after } = error.facts
  return typeof retry_after === 'number' ? `${sentence} ${waitingTime(retry_after)}` : sentence
}

function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'In einer Minute geht es wieder.' : `In ${minutes} Minuten geht es wieder.`
}
