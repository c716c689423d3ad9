import { useRef } from 'react'
import { addressPlaceholder } from '../../../src/shared/contact/address.ts'
import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import type { NoOthers } from '../../../src/shared/contact/contact.ts'
import type { ForWhom } from '../../../src/shared/contact/contact-form.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { EmailVerificationField } from '../../patient/verification/email-verification-field.tsx'
import type { EmailVerification } from '../../patient/verification/use-email-verification.ts'
import { BirthDateField } from './birth-date-field.tsx'
import styles from './contact.module.css'
import { CountryField } from './country-field.tsx'
import { ForWhomField } from './for-whom-field.tsx'
import { PostcodeField } from './postcode-field.tsx'
import { SmsReminderField } from './sms-reminder-field.tsx'
import { SvnrField } from './svnr-field.tsx'
import { type ContactErrors, TextField } from './text-field.tsx'
import { useContactFields } from './use-contact-form.ts'

/** The choices of the salutation for adults. */
const SALUTATIONS = [
  { value: 'Frau', label: 'Frau' },
  { value: 'Herr', label: 'Herr' },
] as const

/**
 * The choices for a child. A child is called neither "Frau" nor "Herr", but the contact needs one of the two
 * salutations (docs/behaviour.md 5.2).
 */
const CHILD_SALUTATIONS = [
  { value: 'Frau', label: 'Mädchen' },
  { value: 'Herr', label: 'Bub' },
] as const

const FOR_A_CHILD = 'Buchen Sie für ein Kind? Dann wählen Sie bitte oben „Für mein Kind“.'

/** Endings of the labels in the fields about the patient. */
const WHOSE = { me: '', child: ' des Kindes', relative: ' der Person', other: ' der Person' } as const

/** Shows the contact form in two groups: the patient, and how to reach the person who books. */
export function ContactFields({ verification }: { verification: EmailVerification }) {
  const { draft, errors } = useContactFields()
  const { forWhom, birthDate } = draft
  const isMinorForSelf = forWhom === 'me' && isMinor(birthDate, viennaToday())
  return (
    <div className={`stack gap-5 ${styles.groups}`}>
      <PatientFields errors={errors} forWhom={forWhom} isMinorForSelf={isMinorForSelf} />
      <ReachFields
        errors={errors}
        isForSelf={forWhom === 'me'}
        offersSmsReminder={!isMinorForSelf}
        verification={verification}
      />
    </div>
  )
}

type PatientFieldsProps = {
  errors: ContactErrors
  forWhom: ForWhom
  /** Whether the patient books alone and is a minor by birth date. */
  isMinorForSelf: boolean
}

/**
 * Shows the fields about the patient: salutation, name, address, birth date and, in Austria, the social
 * security number.
 */
function PatientFields({ errors, forWhom, isMinorForSelf }: PatientFieldsProps) {
  const { draft, set } = useContactFields()
  const { salutation, firstName, lastName, address, country, zip, city, birthDate, svn4, ...others } = errors
  // The component `ReachFields` shows the errors of these four fields.
  const { email: _email, mobile: _mobile, bookerFirstName: _first, bookerLastName: _last, ...rest } = others
  // If no component showed the error of a field, this would be a type error.
  rest satisfies NoOthers
  const chosenCountry = draft.country
  const isForSelf = forWhom === 'me'
  const whose = WHOSE[forWhom]
  // Browsers fill in the data of the person who types, who need not be the patient.
  const autoCompleteFor = (field: string) => (isForSelf ? field : 'off')
  return (
    <div className="stack">
      <ForWhomField />
      <FieldGroup
        legend={forWhom === 'child' ? 'Ihr Kind ist ein' : `Anrede${whose}`}
        error={salutation}
        required
      >
        <RadioSegment
          name="salutation"
          chosen={draft.salutation}
          onChoose={(chosen) => set({ salutation: chosen })}
          options={forWhom === 'child' ? CHILD_SALUTATIONS : SALUTATIONS}
        />
      </FieldGroup>
      <div className="halves">
        <TextField
          name="firstName"
          label={`Vorname${whose}`}
          error={firstName}
          autoComplete={autoCompleteFor('given-name')}
        />
        <TextField
          name="lastName"
          label={`Nachname${whose}`}
          error={lastName}
          autoComplete={autoCompleteFor('family-name')}
        />
      </div>
      <div className={`stack ${styles.row}`} data-columns="wide-first">
        <TextField
          name="address"
          label={`Adresse${whose}`}
          error={address}
          autoComplete={autoCompleteFor('street-address')}
          placeholder={addressPlaceholder(chosenCountry)}
        />
        <CountryField error={country} autoComplete={autoCompleteFor('country')} />
      </div>
      <div className={`stack ${styles.row} ${styles.place}`} data-columns="narrow-first">
        <PostcodeField country={chosenCountry} error={zip} autoComplete={autoCompleteFor('postal-code')} />
        <TextField name="city" label="Ort" error={city} autoComplete={autoCompleteFor('address-level2')} />
      </div>
      <BirthDateField
        label={`Geburtsdatum${whose}`}
        isOwn={isForSelf}
        help={isMinorForSelf ? FOR_A_CHILD : undefined}
        error={birthDate}
      />
      {chosenCountry === 'AT' && <SvnrField isOwn={isForSelf} error={svn4} />}
    </div>
  )
}

type ReachFieldsProps = {
  errors: ContactErrors
  isForSelf: boolean
  offersSmsReminder: boolean
  verification: EmailVerification
}

/**
 * Shows how the practice reaches the person who books: name, phone and e-mail. The verification directly
 * follows the e-mail, as the last thing before "Weiter".
 */
function ReachFields({ errors, isForSelf, offersSmsReminder, verification }: ReachFieldsProps) {
  const { bookerFirstName, bookerLastName, mobile, email } = errors
  const form = useContactFields()
  const emailField = useRef<HTMLInputElement>(null)
  return (
    <section className="stack">
      <h2>Wie erreichen wir Sie?</h2>
      {!isForSelf && (
        <div className="halves">
          <TextField
            name="bookerFirstName"
            label="Ihr Vorname"
            error={bookerFirstName}
            autoComplete="given-name"
          />
          <TextField
            name="bookerLastName"
            label="Ihr Nachname"
            error={bookerLastName}
            autoComplete="family-name"
          />
        </div>
      )}
      <div className={`stack ${styles.row}`}>
        <div className="stack gap-3">
          <TextField
            name="mobile"
            label={isForSelf ? 'Telefon' : 'Ihr Telefon'}
            error={mobile}
            className="num"
            type="tel"
            autoComplete="tel"
          />
          {offersSmsReminder && <SmsReminderField />}
        </div>
        <TextField
          ref={emailField}
          name="email"
          label={isForSelf ? 'E-Mail' : 'Ihre E-Mail'}
          error={email}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
        />
      </div>
      <EmailVerificationField verification={verification} form={form} emailField={emailField} />
    </section>
  )
}
