import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import { viennaToday } from '../../api/server-clock.ts'
import type { EmailVerification } from '../../patient/verification/use-email-verification.ts'
import styles from './contact.module.css'
import { PatientFields } from './patient-fields.tsx'
import { ReachFields } from './reach-fields.tsx'
import { useContactFields } from './use-contact-form.ts'

/** Shows the contact form in two groups: the patient, and how to reach the person who books. */
export function ContactFields({ verification }: { verification: EmailVerification }) {
  const { draft, errors } = useContactFields()
  const { bookerFirstName, bookerLastName, mobile, email, ...patientErrors } = errors
  const isForSelf = draft.forWhom === 'me'
  const isMinorForSelf = isForSelf && isMinor(draft.birthDate, viennaToday())
  return (
    <div className={`stack gap-5 ${styles.groups}`}>
      <PatientFields errors={patientErrors} isMinorForSelf={isMinorForSelf} />
      <ReachFields
        errors={{ bookerFirstName, bookerLastName, mobile, email }}
        isForSelf={isForSelf}
        offersSmsReminder={!isMinorForSelf}
        verification={verification}
      />
    </div>
  )
}
