import { CircleCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isEmail } from '../../../src/shared/contact/email.ts'
import { EMAIL_UNSENDABLE } from '../../../src/shared/messages.de.ts'
import { Button } from '../../components/button.tsx'
import { EnterCode } from './enter-code.tsx'
import { useCollapsed } from './use-collapsed.ts'
import type { EmailVerification } from './use-email-verification.ts'
import styles from './verification.module.css'
import { unsentEmailText } from './verification-failure.ts'

type EmailVerificationFieldProps = {
  verification: EmailVerification
  /** The form whose field `email` is verified. */
  form: {
    draft: { email: string }
    addErrors: (errors: { email: string }) => void
    clearError: (name: 'email') => void
  }
  emailField: RefObject<HTMLInputElement | null>
}

/**
 * Shows the box below the e-mail field of a form, which sends the e-mail, takes its code, and says that the
 * e-mail address is verified. The panels of the box share one grid cell, so that the fields below do not
 * move. For an address that was verified earlier there is only a sentence.
 */
export function EmailVerificationField({ verification, form, emailField }: EmailVerificationFieldProps) {
  const { isVerified, sentAt, sendError } = verification
  const { email } = form.draft
  /** Whether the box is in the page: once an address was not verified, it stays, to show the result. */
  const [hasBox, setHasBox] = useState(!isVerified)
  const boxRef = useRef<HTMLFieldSetElement>(null)
  const isCollapsed = useCollapsed(boxRef, isVerified)
  const codeFieldRef = useRef<HTMLInputElement>(null)
  const pressedButtonRef = useRef<Element>(null)
  // The state is set during rendering, so that another e-mail address never shows the panels of the address
  // before.
  if (!isVerified && !hasBox) setHasBox(true)

  const send = () => {
    if (!isEmail(email)) {
      form.addErrors({ email: EMAIL_UNSENDABLE })
      emailField.current?.focus()
      return
    }
    form.clearError('email')
    pressedButtonRef.current = document.activeElement
    verification.send(email)
  }
  // The focus goes to the new panel, unless the patient has gone on to another field meanwhile.
  useLayoutEffect(() => {
    if (sentAt !== undefined && pressedButtonRef.current === document.activeElement)
      codeFieldRef.current?.focus()
    pressedButtonRef.current = null
  }, [sentAt])

  if (!hasBox) return <div aria-live="polite">{isVerified && <Verified />}</div>
  return (
    <fieldset ref={boxRef} className={`small ${styles.panels}`} aria-label="E-Mail bestätigen">
      {!isCollapsed && (
        <>
          <Panel isShown={!isVerified && sentAt === undefined}>
            <SendEmail busy={verification.isSending} send={send} />
          </Panel>
          <Panel isShown={!isVerified && sentAt !== undefined}>
            <EnterCode codeEmail={verification} email={email} send={send} codeField={codeFieldRef} />
          </Panel>
        </>
      )}
      <div aria-live="polite" className={`${isVerified ? 'card padded' : ''} ${styles.panel}`}>
        {isVerified && <Verified />}
      </div>
      {sendError && (
        <p className="danger medium mt-4" role="alert">
          {unsentEmailText(sendError)}
        </p>
      )}
    </fieldset>
  )
}

/** One of the panels. A hidden panel keeps its room, so that the tallest one sets the height of the box. */
function Panel({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <div className={`card padded stack start ${styles.panel}`} data-shown={isShown}>
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
