import { useMutation } from '@tanstack/react-query'
import { adminRequest, login } from '../api/admin.ts'
import { failureSentence } from '../api/failure-sentence.ts'
import { ApiError } from '../api/http.ts'
import { beginSession, sessionOf } from '../api/session.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { signWithPasskey, useSupportsPasskeys } from './account/passkey.ts'
import { CodeField } from './forms/code-field.tsx'
import { FormInput } from './forms/form-fields.tsx'
import { PasswordField } from './forms/password-field.tsx'
import { type Credentials, isSecondFactorMissing, usePasswordSignIn } from './use-password-sign-in.ts'

/** The first sentence of the message after the end of a session. */
export const SESSION_EXPIRED = 'Ihre Sitzung ist abgelaufen oder wurde beendet.'

const NO_CREDENTIALS: Credentials = { email: '', password: '' }

type SignInFormProps = {
  /** The e-mail address that the field starts with, or ''. */
  email: string
  /** The texts that were entered before the code of the page arrived, or empty ones. */
  enteredEarly?: Credentials
  /** Returns the help below the field for the typed e-mail address; false for none. */
  emailHelp?: (typed: string) => string | false
}

/**
 * The form that signs a staff member in. It asks for a second factor once the password is right. A passkey
 * replaces both (docs/behaviour.md 12.2).
 */
export function SignInForm({ email, enteredEarly = NO_CREDENTIALS, emailHelp }: SignInFormProps) {
  const { form, factors } = usePasswordSignIn({ prefilledEmail: email, enteredEarly })
  const hasPasskeys = useSupportsPasskeys()
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await adminRequest(login.login.passkey.options.$post())
      const json = { passkey: await signWithPasskey(options) }
      return sessionOf(await adminRequest(login.login.passkey.$post({ json })))
    },
    onSuccess: beginSession,
  })
  // Each submission forgets the failure of a passkey, so that one is the newer of the two.
  const failure = passkey.error ? passkeyFailure(passkey.error) : form.error && passwordFailure(form.error)
  return (
    <form
      // If the browser submits the form itself, GET would put the password into the URL.
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
      {failure && (
        // With the key, each sentence is a new alert. Some screen readers read alerts only when they appear.
        <Banner key={failure.text} role="alert" tone={failure.tone}>
          {failure.text}
        </Banner>
      )}
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

/** The sentence about the last try, and how serious it is. */
type SignInFailure = { tone: 'info' | 'danger'; text: string }

/** Returns why a sign-in with a passkey failed. */
function passkeyFailure(error: Error): SignInFailure {
  // The user has cancelled the browser's dialog, or has no passkey.
  const isUnused = error instanceof DOMException
  return { tone: 'danger', text: isUnused ? 'Es wurde kein Passkey verwendet.' : failureText(error) }
}

/** Returns why a sign-in with e-mail address and password failed, or that it still needs the code. */
function passwordFailure(error: Error): SignInFailure {
  return { tone: isSecondFactorMissing(error) ? 'info' : 'danger', text: failureText(error) }
}

/**
 * Returns the server's sentence, with the time of the next try if the server limits tries. If the server has
 * not answered, it is a sentence of this page.
 */
function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return 'Unbekannter Fehler beim Login.'
  const sentence = failureSentence(error, 'Login fehlgeschlagen.')
  const { retry_after } = error.facts
  return typeof retry_after === 'number' ? `${sentence} ${nextTryText(retry_after)}` : sentence
}

/** Says in how many minutes the next try is allowed. */
function nextTryText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'In einer Minute geht es wieder.' : `In ${minutes} Minuten geht es wieder.`
}
