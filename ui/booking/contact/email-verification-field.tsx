import { CircleCheck } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isEmail } from '../../../src/shared/contact.ts'
import { countdown } from '../../../src/shared/format.ts'
import { EMAIL_UNSENDABLE } from '../../../src/shared/messages.de.ts'
import { failureText } from '../../api/http.ts'
import { useNow } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { Field } from '../../components/field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import styles from './contact.module.css'
import type { ContactEntry } from './contact-entry.ts'
import type { EmailVerification } from './use-email-verification.ts'

const CODE_LENGTH = 6

type PanelProps = { verification: EmailVerification; send: () => void }

/**
 * Below the e-mail field: sends the e-mail, takes its code, and says that the address is verified. The first two panels lie in
 * one cell, so that what stands below does not move. An address that was verified before has only the last sentence.
 */
export function EmailVerificationField({ verification }: { verification: EmailVerification }) {
  const { verified, sentAt, sendError } = verification
  const { setFocus } = useFormContext<ContactEntry>()
  const [isOpen, setOpen] = useState(!verified)
  const box = useRef<HTMLFieldSetElement>(null)
  const [isLow, makeLow] = useState(false)
  const kept = useRef<{ focused: Element; top: number }>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const pressed = useRef<Element>(null)
  if (!verified && !isOpen) setOpen(true)
  if (!verified && isLow) makeLow(false)

  const send = () => {
    pressed.current = document.activeElement
    verification.send()
  }
  // The focus follows the panels, unless the patient has gone on meanwhile.
  useLayoutEffect(() => {
    if (sentAt !== undefined && pressed.current === document.activeElement) codeField.current?.focus()
    pressed.current = null
  }, [sentAt])
  useLayoutEffect(() => {
    if (!verified || !box.current) return
    const hasFocus = box.current.contains(document.activeElement)
    if (hasFocus) setFocus('mobile')
    const focused = hasFocus ? box.current.form?.elements.namedItem('mobile') : document.activeElement
    if (focused instanceof Element) kept.current = { focused, top: focused.getBoundingClientRect().top }
    makeLow(true)
  }, [verified, setFocus])
  // The box becomes lower, and the field in which the patient goes on keeps its place in the window.
  useLayoutEffect(() => {
    if (!isLow || !kept.current) return
    const { focused, top } = kept.current
    window.scrollBy(0, focused.getBoundingClientRect().top - top)
  }, [isLow])

  if (!isOpen)
    return (
      <div role="status" className={styles.verification}>
        {verified && <Verified />}
      </div>
    )
  return (
    <fieldset
      ref={box}
      className={`card padded small ${styles.verification} ${styles.panels}`}
      aria-label="E-Mail bestätigen"
    >
      {!isLow && (
        <>
          <Panel shown={!verified && sentAt === undefined}>
            <SendEmail verification={verification} send={send} />
          </Panel>
          <Panel shown={!verified && sentAt !== undefined}>
            <EnterCode verification={verification} send={send} codeField={codeField} />
          </Panel>
        </>
      )}
      <div role="status" className={styles.panel}>
        {verified && (
          <>
            <Verified />
            <p className="muted mt-2">Dorthin schicken wir alle Nachrichten zu Ihrem Termin.</p>
          </>
        )}
      </div>
      {sendError && (
        <p className="danger medium mt-4" role="alert">
          {sentenceOf(sendError, 'Die E-Mail konnte nicht gesendet werden.')}
        </p>
      )}
    </fieldset>
  )
}

function Panel({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <div className={`stack start ${styles.panel}`} data-shown={shown}>
      {children}
    </div>
  )
}

function Verified() {
  return (
    <p className={`with-icon medium ${styles.verified}`}>
      <CircleCheck />
      E-Mail ist bestätigt.
    </p>
  )
}

function SendEmail({ verification, send }: PanelProps) {
  const { getValues, setError, setFocus, clearErrors } = useFormContext<ContactEntry>()
  const checkAndSend = () => {
    if (isEmail(getValues('email'))) {
      clearErrors('email')
      send()
      return
    }
    setError('email', { message: EMAIL_UNSENDABLE })
    setFocus('email')
  }
  return (
    <>
      <p>
        Damit unsere Nachrichten sicher ankommen, senden wir Ihnen eine E-Mail mit einem Link und einem Code.
      </p>
      <p className="muted">
        Den Link können Sie auf jedem Gerät öffnen. Den Code geben Sie hier ein, in dem Browser, in dem Sie
        buchen.
      </p>
      <Button busy={verification.sending} busyText="Wird gesendet …" onClick={checkAndSend}>
        E-Mail bestätigen
      </Button>
    </>
  )
}

type EnterCodeProps = PanelProps & { codeField: RefObject<HTMLInputElement | null> }

function EnterCode({ verification, send, codeField }: EnterCodeProps) {
  const { setFocus } = useFormContext<ContactEntry>()
  const email = useWatch<ContactEntry, 'email'>({ name: 'email' })
  const [code, setCode] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const now = useNow()
  const resendIn = (verification.resendAt ?? 0) - now

  const { enterError } = verification
  const refusal = enterError ? sentenceOf(enterError, 'Der Code konnte nicht geprüft werden.') : undefined

  const enter = (typed: string) => {
    setTooShort(typed.length < CODE_LENGTH)
    if (typed.length === CODE_LENGTH && !verification.entering)
      verification.enter(typed, () => {
        codeField.current?.select()
        // The bar at the bottom would cover the sentence below the field.
        codeField.current?.scrollIntoView({ block: 'center' })
      })
  }
  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, CODE_LENGTH)
    setCode(digits)
    setTooShort(false)
    verification.forgetEnterError()
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
        Wir haben eine <span className="nowrap">E-Mail</span> an{' '}
        <b className="break">
          <EmailText>{email.trim()}</EmailText>
        </b>{' '}
        geschickt. Öffnen Sie den Link darin oder geben Sie den Code hier ein, in dem Browser, in dem Sie
        buchen.
      </p>
      <div className={styles.code}>
        <Field label="Code aus der E-Mail" error={tooShort ? 'Bitte alle sechs Ziffern eingeben.' : refusal}>
          <TextInput
            ref={codeField}
            className={`semibold num ${styles.digits}`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH + 2}
            value={code}
            onChange={(event) => type(event.target.value)}
            onKeyDown={enterByKey}
          />
        </Field>
        <Button busy={verification.entering} busyText="Prüft …" onClick={() => enter(code)}>
          Prüfen
        </Button>
      </div>
      <p className="muted">Nichts angekommen? Bitte sehen Sie auch im Spam-Ordner nach.</p>
      <div className="row">
        <Button kind="link" disabled={resendIn > 0} busy={verification.sending} onClick={send}>
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
            setCode('')
            setFocus('email', { shouldSelect: true })
          }}
        >
          Adresse ändern
        </Button>
      </div>
    </>
  )
}

function sentenceOf(error: Error, fallback: string): string {
  const { title, detail } = failureText(error, fallback)
  return detail ? `${title} ${detail}` : title
}
