import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { EMAIL_REQUIRED } from '../../src/shared/messages.de.ts'
import { adminRequest, login } from '../api/admin.ts'
import { type ApiError, hasCode } from '../api/http.ts'
import { isRefusal } from '../api/query-client.tsx'
import { beginSession, sessionOf } from '../api/session.ts'
import { useSubmitForm } from './forms/use-submit-form.ts'

export type Credentials = Readonly<{ email: string; password: string }>

type PasswordSignInOptions = {
  /** The e-mail address that the field starts with, or ''. */
  prefilledEmail: string
  /**
   * The texts that were entered before the code of the page arrived, or ''. They replace the prefilled ones.
   */
  enteredEarly: Credentials
}

/**
 * Returns the form for e-mail address, password and code, and the second factors of the account once the
 * server asks for one. The focus moves to the next field.
 */
export function usePasswordSignIn({ prefilledEmail, enteredEarly }: PasswordSignInOptions) {
  /** The second factors of the account; undefined until the password is right. */
  const [factors, setFactors] = useState<readonly string[]>()
  const asksCode = factors !== undefined
  const schema = useMemo(() => credentialsSchema({ asksCode }), [asksCode])
  /** Prepares the form for the next try after a failure. */
  const prepareNextTry = (error: Error) => {
    if (isSecondFactorMissing(error)) setFactors(factorsIn(error))
    // A code can be used only once, so the next try needs another one, unless the server has not checked this
    // one.
    if (isRefusal(error)) form.setValue('code', '')
    if (asksCode) form.setFocus('code')
  }
  const form = useSubmitForm({
    schema,
    defaultValues: { email: enteredEarly.email || prefilledEmail, password: enteredEarly.password, code: '' },
    send: async ({ code, ...credentials }) => {
      const json = code ? { ...credentials, code } : credentials
      const answer = await adminRequest(login.login.$post({ json })).catch((error) => {
        prepareNextTry(error)
        throw error
      })
      return sessionOf(answer)
    },
    onSuccess: beginSession,
  })
  const { setFocus } = form
  // If the focus moved while the user is typing, the rest would go into another field.
  const hasTypedEarly = enteredEarly.email !== '' || enteredEarly.password !== ''
  useEffect(() => {
    if (asksCode) setFocus('code')
    else if (!hasTypedEarly) setFocus(prefilledEmail ? 'password' : 'email')
  }, [asksCode, hasTypedEarly, prefilledEmail, setFocus])
  return { form, factors }
}

/** Returns the schema of the fields. The code is required once the form asks for it. */
function credentialsSchema({ asksCode }: { asksCode: boolean }) {
  return v.object({
    email: v.pipe(v.string(), v.nonEmpty(EMAIL_REQUIRED)),
    password: v.pipe(v.string(), v.nonEmpty('Passwort ist erforderlich.')),
    code: v.pipe(v.string(), v.trim(), asksCode ? v.nonEmpty('Bitte den Code eingeben.') : v.string()),
  })
}

/** Returns the second factors of the account; the app if the answer lists none. */
function factorsIn({ facts }: ApiError): readonly string[] {
  return (facts.factors as string[] | undefined) ?? ['app']
}

/** Returns whether the password was right and only the second factor is missing. */
export function isSecondFactorMissing(error: Error): error is ApiError {
  return hasCode(error, 'second_factor_required')
}
