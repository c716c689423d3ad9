import { CircleCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isEmail } from '../../../src/shared/contact/email.ts'
import { EMAIL_UNSENDABLE } from '../../../src/shared/messages.de.ts'
import { Button } from '../../components/button.tsx'
import { EnterCode, sendFailure } from './enter-code.tsx'
import { useCollapsed } from './use-collapsed.ts'
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
  const isCollapsed = useCollapsed(box, verified)
  const codeField = useRef<HTMLInputElement>(null)
  const sendButton = useRef<Element>(null)
  // During rendering, so that the panels of the address before are never shown.
  if (!verified && !hasBox) setHasBox(true)

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
