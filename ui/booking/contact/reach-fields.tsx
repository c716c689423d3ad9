import { useRef } from 'react'
import { EmailVerificationField } from '../../patient/verification/email-verification-field.tsx'
import type { EmailVerification } from '../../patient/verification/use-email-verification.ts'
import styles from './contact.module.css'
import { SmsReminderField } from './sms-reminder-field.tsx'
import { TextField } from './text-field.tsx'
import { useContactFields } from './use-contact-form.ts'

/** Error messages of the fields that this group shows. */
export type ReachErrors = Record<
  'bookerFirstName' | 'bookerLastName' | 'mobile' | 'email',
  string | undefined
>

type ReachFieldsProps = {
  errors: ReachErrors
  /** Whether the person who books is the patient, whose name the other group asks for. */
  isForSelf: boolean
  offersSmsReminder: boolean
  verification: EmailVerification
}

/**
 * Shows how the practice reaches the person who books: name, phone and e-mail. The verification directly
 * follows the e-mail, as the last thing before "Weiter".
 */
export function ReachFields({ errors, isForSelf, offersSmsReminder, verification }: ReachFieldsProps) {
  const form = useContactFields()
  const emailFieldRef = useRef<HTMLInputElement>(null)
  return (
    <section className="stack">
      <h2>Wie erreichen wir Sie?</h2>
      {!isForSelf && (
        <div className="halves">
          <TextField
            name="bookerFirstName"
            label="Ihr Vorname"
            error={errors.bookerFirstName}
            autoComplete="given-name"
          />
          <TextField
            name="bookerLastName"
            label="Ihr Nachname"
            error={errors.bookerLastName}
            autoComplete="family-name"
          />
        </div>
      )}
      <div className={`stack ${styles.row}`}>
        <div className="stack gap-3">
          <TextField
            name="mobile"
            label={isForSelf ? 'Telefon' : 'Ihr Telefon'}
            error={errors.mobile}
            className="num"
            type="tel"
            autoComplete="tel"
          />
          {offersSmsReminder && <SmsReminderField />}
        </div>
        <TextField
          ref={emailFieldRef}
          name="email"
          label={isForSelf ? 'E-Mail' : 'Ihre E-Mail'}
          error={errors.email}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
        />
      </div>
      <EmailVerificationField verification={verification} form={form} emailField={emailFieldRef} />
    </section>
  )
}
