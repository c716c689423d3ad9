import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { fieldErrorsOf } from '../../api/http.ts'
import { usePractice } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { telLink } from '../../components/tel-link.ts'
import { PrivacySentence } from '../../page/privacy-sentence.tsx'
import { EnterCode } from '../../patient/verification/enter-code.tsx'
import { useCodeEmail } from '../../patient/verification/use-code-email.ts'
import { unsentEmailText } from '../../patient/verification/verification-failure.ts'

/**
 * Asks for an e-mail address, sends link and code to it, and then takes the code. The texts are the same
 * whether the e-mail address has bookings or not, so that nobody learns who is a patient.
 */
export function AskForEmail({ onVerified }: { onVerified: () => void }) {
  const codeEmail = useCodeEmail({
    purpose: 'my-bookings',
    key: 'ordi_my_email',
    onVerified: () => {
      codeEmail.reset()
      onVerified()
    },
  })
  const [email, setEmail] = useState(codeEmail.lastSent?.email ?? '')
  const emailFieldRef = useRef<HTMLInputElement>(null)
  const codeFieldRef = useRef<HTMLInputElement>(null)
  /** Whether the patient has pressed a button here. */
  const hasActedRef = useRef(false)
  const { lastSent, sendError } = codeEmail
  const fieldError = fieldErrorsOf(sendError).email

  // The focus goes to the field that replaces the other one, but does not move when the page is opened.
  useLayoutEffect(() => {
    if (hasActedRef.current) (lastSent ? codeFieldRef : emailFieldRef).current?.focus()
  }, [lastSent])
  useLayoutEffect(() => {
    if (fieldError) emailFieldRef.current?.focus()
  }, [fieldError])

  const send = () => {
    const typed = emailFieldRef.current?.value ?? email
    hasActedRef.current = true
    setEmail(typed)
    codeEmail.send(typed)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!codeEmail.isSending) send()
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      {lastSent ? (
        <div className="card padded">
          <div className="stack start">
            <EnterCode
              codeEmail={codeEmail}
              email={lastSent.email}
              send={send}
              onChangeAddress={() => {
                hasActedRef.current = true
              }}
              codeField={codeFieldRef}
            >
              Öffnen Sie den Link darin oder geben Sie den Code hier ein.
            </EnterCode>
          </div>
        </div>
      ) : (
        <EmailField field={emailFieldRef} initial={email} error={fieldError} busy={codeEmail.isSending} />
      )}
      {sendError && !fieldError && (
        <Banner tone="danger" role="alert">
          {unsentEmailText(sendError)}
        </Banner>
      )}
      <CallInstead />
    </form>
  )
}

type EmailFieldProps = {
  field: RefObject<HTMLInputElement | null>
  /** The address with which the field begins. */
  initial: string
  error: string | undefined
  busy: boolean
}

/**
 * Asks for the e-mail address. The input is uncontrolled (`defaultValue`), so that an address typed before
 * the page's code has arrived stays.
 */
function EmailField({ field, initial, error, busy }: EmailFieldProps) {
  return (
    <>
      <p>
        Wir senden Ihnen eine <span className="nowrap">E-Mail</span>. Danach sehen Sie hier alle Termine, die
        mit dieser Adresse gebucht sind.
      </p>
      <Field label="E-Mail" required error={error}>
        <TextInput ref={field} type="email" autoComplete="email" defaultValue={initial} />
      </Field>
      <p className="muted small">
        <PrivacySentence />
      </p>
      <Button kind="primary" size="large" wide type="submit" busy={busy} busyText="Wird gesendet …">
        Weiter
      </Button>
    </>
  )
}

/** Names the practice's number for patients without e-mail. */
function CallInstead() {
  const { phone } = usePractice()
  if (!phone) return null
  return (
    <p className="muted small">
      Keine <span className="nowrap">E-Mail</span>? Rufen Sie uns an:{' '}
      <a className="nowrap num" href={telLink(phone)}>
        {phone}
      </a>
    </p>
  )
}
