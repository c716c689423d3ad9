import { CircleCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isEmail } from '../../../src/shared/contact/email.ts'
import { EMAIL_UNSENDABLE } from '../../../src/shared/messages.de.ts'
import { Button } from '../../components/button.tsx'
import { EnterCode, sendFailure } from './enter-code.tsx'
import type { EmailVerification } from './use-email-verification.ts'
import styles from './verification.module.css'

type EmailVerificationFieldProps = {
  verification: EmailVerification
  /** The form around it. */
  form: {
    draft: { email: string }
    addErrors: (errors: { email: string }) => void
    clearError: (name: 'email') => void
  }
  emailField: RefObject<HTMLInputElement | null>
}

/**
 * The box below the e-mail field of a form. It sends the e-mail, takes its code, and says that the address is
 * verified. Its panels share one grid cell, so that the fields below do not move. An address that was
 * verified earlier gets only a sentence.
 */
export function EmailVerificationField({ verification, form, emailField }: EmailVerificationFieldProps) {
  const { verified, sentAt, sendError } = verification
  const { email } = form.draft
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
    if (!isEmail(email)) {
      form.addErrors({ email: EMAIL_UNSENDABLE })
      emailField.current?.focus()
      return
    }
    form.clearError('email')
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
            <SendEmail busy={verification.sending} send={send} />
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

function SendEmail({ busy, send }: { busy: boolean; send: () => void }) {
  return (
    <>
      <p>
        Bitte bestätigen Sie Ihre <span className="nowrap">E-Mail</span> mit dem Code, den wir Ihnen schicken.
      </p>
      <Button busy={busy} busyText="Wird gesendet …" onClick={send}>
        E-Mail bestätigen
      </Button>
    </>
  )
}
