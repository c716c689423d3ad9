import { type KeyboardEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { isEmail } from '../../../src/shared/contact.ts'
import { countdown } from '../../../src/shared/format.ts'
import { EMAIL_UNSENDABLE } from '../../../src/shared/messages.de.ts'
import { failureText } from '../../api/http.ts'
import { useNow } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import styles from './contact.module.css'
import type { ContactEntry } from './contact-entry.ts'
import type { EmailVerification } from './use-email-verification.ts'

const CODE_LENGTH = 6

/** Below the e-mail field while the address is not verified: sends the e-mail, then takes its code. */
export function EmailVerificationField({ verification }: { verification: EmailVerification }) {
  return (
    <fieldset className="card padded stack start small" aria-label="E-Mail bestätigen">
      {verification.sentAt === undefined ? (
        <SendEmail verification={verification} />
      ) : (
        <EnterCode verification={verification} />
      )}
    </fieldset>
  )
}

function SendEmail({ verification }: { verification: EmailVerification }) {
  const { getValues, setError, setFocus, clearErrors } = useFormContext<ContactEntry>()
  const send = () => {
    if (isEmail(getValues('email'))) {
      clearErrors('email')
      verification.send()
      return
    }
    setError('email', { message: EMAIL_UNSENDABLE })
    setFocus('email')
  }
  return (
    <>
      <p>Damit die Bestätigung sicher ankommt, senden wir Ihnen einen Link und einen Code.</p>
      <Button busy={verification.sending} busyText="Wird gesendet …" onClick={send}>
        E-Mail bestätigen
      </Button>
      <Failure error={verification.sendError} fallback="Die E-Mail konnte nicht gesendet werden." />
    </>
  )
}

function EnterCode({ verification }: { verification: EmailVerification }) {
  const { getValues, setFocus } = useFormContext<ContactEntry>()
  const [code, setCode] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const now = useNow()
  const resendIn = (verification.resendAt ?? 0) - now

  const enter = (typed: string) => {
    setTooShort(typed.length < CODE_LENGTH)
    if (typed.length === CODE_LENGTH && !verification.entering) verification.enter(typed)
  }
  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, CODE_LENGTH)
    setCode(digits)
    setTooShort(false)
    // All six digits may come at once: pasted, or filled in by the phone.
    if (digits.length === CODE_LENGTH && digits !== code) enter(digits)
  }
  const enterByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter in this field checks the code and does not submit the form around it.
    event.preventDefault()
    enter(code)
  }

  return (
    <>
      <p role="status">
        Wir haben eine E-Mail an <b className="break">{getValues('email').trim()}</b> geschickt. Öffnen Sie
        den Link darin, auch auf einem anderen Gerät, oder geben Sie hier den Code ein.
      </p>
      <div className={styles.code}>
        <Field
          label="Code aus der E-Mail"
          error={tooShort ? 'Bitte alle sechs Ziffern eingeben.' : codeErrorOf(verification.enterError)}
        >
          <TextInput
            className={`semibold num ${styles.digits}`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH + 2}
            value={code}
            onChange={(event) => type(event.target.value)}
            onKeyDown={enterByKey}
          />
        </Field>
        <Button busy={verification.entering} busyText="Wird geprüft …" onClick={() => enter(code)}>
          Code prüfen
        </Button>
      </div>
      <p className="muted">Nichts angekommen? Bitte sehen Sie auch im Spam-Ordner nach.</p>
      <div className="row">
        <Button kind="link" disabled={resendIn > 0} busy={verification.sending} onClick={verification.send}>
          {resendIn > 0 ? (
            <span className="num">Erneut senden in {countdown(resendIn)}</span>
          ) : (
            'Erneut senden'
          )}
        </Button>
        <Button
          kind="link"
          onClick={() => {
            verification.reset()
            setFocus('email', { shouldSelect: true })
          }}
        >
          Adresse ändern
        </Button>
        {!verification.polling && (
          <Button kind="link" busy={verification.rechecking} onClick={() => void verification.recheck()}>
            Link geöffnet? Erneut prüfen
          </Button>
        )}
      </div>
      <Failure error={verification.sendError} fallback="Die E-Mail konnte nicht gesendet werden." />
    </>
  )
}

function Failure({ error, fallback }: { error: Error | null; fallback: string }) {
  if (!error) return null
  const { title, detail } = failureText(error, fallback)
  return (
    <p className="danger medium" role="alert">
      {title} {detail}
    </p>
  )
}

function codeErrorOf(error: Error | null): string | undefined {
  if (!error) return undefined
  const { title, detail } = failureText(error, 'Der Code konnte nicht geprüft werden.')
  return detail ? `${title} ${detail}` : title
}
