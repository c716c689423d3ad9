import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { useNow } from '../../api/server-clock.ts'
import { StatusText } from '../../components/announced.tsx'
import { Button } from '../../components/button.tsx'
import { Countdown } from '../../components/countdown.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import type { CodeEmail } from './use-code-email.ts'
import styles from './verification.module.css'
import { verificationFailureText } from './verification-failure.ts'

const CODE_LENGTH = 6

type EnterCodeProps = {
  codeEmail: CodeEmail
  /** The e-mail address to which the e-mail was sent. */
  email: string
  /** Sends another e-mail. */
  send: () => void
  /** Called by the button "Adresse ändern", which is shown only with this. */
  onChangeAddress?: () => void
  codeField: RefObject<HTMLInputElement | null>
  /** A further sentence about the e-mail, such as what its link does. */
  children?: ReactNode
}

/** Says that the e-mail was sent, takes the code from it, and offers to send another e-mail. */
export function EnterCode({ codeEmail, email, send, onChangeAddress, codeField, children }: EnterCodeProps) {
  const [code, setCode] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const { enterError } = codeEmail
  const refusal = enterError
    ? verificationFailureText(enterError, 'Der Code konnte nicht geprüft werden.')
    : undefined

  const returnToField = () => {
    codeField.current?.select()
    // The bar at the bottom would cover the sentence below the field.
    codeField.current?.scrollIntoView({ block: 'center' })
  }
  const enter = (typed: string) => {
    setTooShort(typed.length < CODE_LENGTH)
    if (typed.length === CODE_LENGTH && !codeEmail.isEntering) codeEmail.enter(email, typed, returnToField)
  }
  const changeCode = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, CODE_LENGTH)
    setCode(digits)
    setTooShort(false)
    codeEmail.forgetEnterError()
    // All six digits come at once when they are pasted or filled in by the phone.
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
      {/* The key makes a new element for each e-mail, so that screen readers announce it even where the box was
          in the page already, but hidden. */}
      <StatusText key={codeEmail.lastSent?.at}>
        Wir haben eine <span className="nowrap">E-Mail</span> an{' '}
        <b className="break">
          <EmailText>{email.trim()}</EmailText>
        </b>{' '}
        geschickt. {children}
      </StatusText>
      <div className={styles.codeBox}>
        <div className={styles.code}>
          <Field
            label="Code aus der E-Mail"
            alerts
            error={isTooShort ? 'Bitte alle sechs Ziffern eingeben.' : refusal}
          >
            <TextInput
              ref={codeField}
              className={`semibold num ${styles.digits}`}
              inputMode="numeric"
              autoComplete="one-time-code"
              // A pasted code may have spaces around it or in it.
              maxLength={2 * CODE_LENGTH + 1}
              value={code}
              onChange={(event) => changeCode(event.target.value)}
              onKeyDown={enterByKey}
            />
          </Field>
          <Button busy={codeEmail.isEntering} busyText="Prüft …" onClick={() => enter(code)}>
            Prüfen
          </Button>
        </div>
      </div>
      <p className="muted">Nichts da? Sehen Sie im Spam-Ordner nach.</p>
      <div className="row">
        <ResendButton codeEmail={codeEmail} send={send} />
        {onChangeAddress && (
          <Button
            kind="link"
            onClick={() => {
              codeEmail.reset()
              setCode('')
              onChangeAddress()
            }}
          >
            Adresse ändern
          </Button>
        )}
      </div>
    </>
  )
}

/** Shows the button that sends another e-mail, with a countdown until that is allowed. */
function ResendButton({ codeEmail, send }: Pick<EnterCodeProps, 'codeEmail' | 'send'>) {
  const resendIn = (codeEmail.resendAt ?? 0) - useNow()
  return (
    <Button kind="link" disabled={resendIn > 0} busy={codeEmail.isSending} onClick={send}>
      Erneut senden
      {resendIn > 0 && (
        <>
          {' in '}
          <Countdown left={resendIn} />
        </>
      )}
    </Button>
  )
}
