import { CircleCheck } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isEmail } from '../../../src/shared/contact/email.ts'
import { EMAIL_UNSENDABLE } from '../../../src/shared/messages.de.ts'
import { Button } from '../../components/button.tsx'
import { EnterCode, sendFailure } from './enter-code.tsx'
import type { EmailVerification } from './use-email-verification.ts'
import styles from './verification.module.css'

/** The part that the contact form and the waiting list's form have in common. */
type FormWithEmail = { email: string }

/**
 * The box below the e-mail field of a form. It sends the e-mail, takes its code, and says that the address is
 * verified. Its panels share one grid cell, so that the fields below do not move. An address that was
 * verified earlier gets only a sentence.
 */
export function EmailVerificationField({ verification }: { verification: EmailVerification }) {
  const { verified, sentAt, sendError } = verification
  const email = useWatch<FormWithEmail, 'email'>({ name: 'email' })
  const [hasBox, setHasBox] = useState(!verified)
  const box = useRef<HTMLFieldSetElement>(null)
  const [isCollapsed, setCollapsed] = useState(false)
  const placeBefore = useRef<{ focused: Element; top: number }>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const sendButton = useRef<Element>(null)
  // During rendering, so that the panels of the address before are never shown.
  if (!verified && !hasBox) setHasBox(true)
  if (!verified && isCollapsed) setCollapsed(false)

  const send = () => {
    sendButton.current = document.activeElement
    verification.send(email)
  }
  // The focus follows the panels, unless the patient has gone on meanwhile.
  useLayoutEffect(() => {
    if (sentAt !== undefined && sendButton.current === document.activeElement) codeField.current?.focus()
    sendButton.current = null
  }, [sentAt])
  useLayoutEffect(() => {
    if (!verified || !box.current) return
    const hasFocus = box.current.contains(document.activeElement)
    const focused = hasFocus ? controlAfter(box.current) : document.activeElement
    if (hasFocus && focused instanceof HTMLElement) focused.focus()
    if (focused instanceof Element)
      placeBefore.current = { focused, top: focused.getBoundingClientRect().top }
    setCollapsed(true)
  }, [verified])
  // When the box becomes lower, the field in which the patient goes on keeps its place in the window.
  useLayoutEffect(() => {
    if (!isCollapsed || !placeBefore.current) return
    const { focused, top } = placeBefore.current
    window.scrollBy(0, focused.getBoundingClientRect().top - top)
  }, [isCollapsed])

  if (!hasBox) return <div role="status">{verified && <Verified />}</div>
  return (
    <fieldset ref={box} className={`small ${styles.panels}`} aria-label="E-Mail bestätigen">
      {!isCollapsed && (
        <>
          <Panel shown={!verified && sentAt === undefined}>
            <SendEmail verification={verification} send={send} />
          </Panel>
          <Panel shown={!verified && sentAt !== undefined}>
            <EnterCode mail={verification} email={email} send={send} codeField={codeField} />
          </Panel>
        </>
      )}
      <div role="status" className={`${verified ? 'card padded' : ''} ${styles.panel}`}>
        {verified && <Verified />}
      </div>
      {sendError && (
        <p className="danger medium mt-4" role="alert">
          {sendFailure(sendError)}
        </p>
      )}
    </fieldset>
  )
}

/** Returns what the form wants next: the first field after the box, or the button that submits. */
function controlAfter(box: HTMLFieldSetElement): Element | undefined {
  const controls = [...(box.form?.querySelectorAll('input, select, textarea, [type=submit]') ?? [])]
  return controls.find((control) => box.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING)
}

function Panel({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <div className={`card padded stack start ${styles.panel}`} data-shown={shown}>
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

function SendEmail({ verification, send }: { verification: EmailVerification; send: () => void }) {
  const { getValues, setError, setFocus, clearErrors } = useFormContext<FormWithEmail>()
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
        Bitte bestätigen Sie Ihre <span className="nowrap">E-Mail</span> mit dem Code, den wir Ihnen schicken.
      </p>
      <Button busy={verification.sending} busyText="Wird gesendet …" onClick={checkAndSend}>
        E-Mail bestätigen
      </Button>
    </>
  )
}
