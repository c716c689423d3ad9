import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { EMAIL_REQUIRED } from '../../src/shared/messages.de.ts'
import { adminRequest, login } from '../api/admin.ts'
import { ApiError, hasCode, sentenceOf } from '../api/http.ts'
import { beginSession } from '../api/session.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { askPasskey, HAS_PASSKEYS } from './account/passkey.ts'
import { CodeField } from './forms/code-field.tsx'
import { FormInput } from './forms/form-fields.tsx'
import { PasswordField } from './forms/password-field.tsx'
import { useSubmitForm } from './forms/use-submit-form.ts'

type SignInFormProps = {
  /** The address that the field starts with, or ''. */
  email: string
  /** Returns the help below the address for what is typed there. */
  emailHelp?: (typed: string) => string | false
}

/**
 * Signs a staff member in. The form asks for a second factor once the password is right. A passkey replaces
 * both (docs/behaviour.md 12.2).
 */
export function SignInForm({ email, emailHelp }: SignInFormProps) {
  const { form, factors } = usePasswordSignIn(email)
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
      {HAS_PASSKEYS && (
        <Button wide busy={passkey.isPending} onClick={() => passkey.mutate()}>
          Mit Passkey anmelden
        </Button>
      )}
    </form>
  )
}

/** The fields for password and code. The field that comes next has the focus. */
function usePasswordSignIn(prefilled: string) {
  /** The second factors of the account; undefined until the password is right. */
  const [factors, setFactors] = useState<readonly string[]>()
  const withCode = factors !== undefined
  const schema = useMemo(() => credentialsSchema(withCode), [withCode])
  const form = useSubmitForm({
    schema,
    defaultValues: { email: prefilled, password: '', code: '' },
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
  useEffect(() => {
    setFocus(withCode ? 'code' : prefilled ? 'password' : 'email')
  }, [withCode, prefilled, setFocus])
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
