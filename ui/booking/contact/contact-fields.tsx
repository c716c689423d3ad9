import { type ComponentProps, useEffect } from 'react'
import { type FieldError, useFormContext, useWatch } from 'react-hook-form'
import { addressPlaceholder } from '../../../src/shared/contact/address.ts'
import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import type { ContactTextField, NoOthers } from '../../../src/shared/contact/contact.ts'
import type { ForWhom } from '../../../src/shared/contact/contact-form.ts'
import { countryChoices, hasPostcodes } from '../../../src/shared/contact/countries.ts'
import { hasDigitsOnly, reducePostcode } from '../../../src/shared/contact/postcode.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Field, FieldGroup, SelectInput, TextInput } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { SmsReminderField } from '../../patient/sms-reminder.tsx'
import { EmailVerificationField } from '../../patient/verification/email-verification-field.tsx'
import type { EmailVerification } from '../../patient/verification/use-email-verification.ts'
import { BirthDateField } from './birth-date-field.tsx'
import styles from './contact.module.css'
import { type ContactDraft, changeForWhom } from './contact-draft.ts'
import { SvnrField } from './svnr-field.tsx'

const SALUTATIONS = [
  { value: 'Frau', label: 'Frau' },
  { value: 'Herr', label: 'Herr' },
] as const

/** A child is called neither "Frau" nor "Herr", but the contact needs one of them (docs/behaviour.md 5.2). */
const CHILD_SALUTATIONS = [
  { value: 'Frau', label: 'Mädchen' },
  { value: 'Herr', label: 'Bub' },
] as const

const FOR_A_CHILD = 'Buchen Sie für ein Kind? Dann wählen Sie bitte oben „Für mein Kind“.'

/** The endings of the labels of the fields about the patient. */
const WHOSE = { me: '', child: ' des Kindes', relative: ' der Person', other: ' der Person' } as const

type Errors = Partial<Record<ContactTextField | 'svn4' | 'bookerFirstName' | 'bookerLastName', FieldError>>

/** Renders the contact form in two groups: the patient, and how the person who books is reached. */
export function ContactFields({ verification }: { verification: EmailVerification }) {
  const { formState } = useFormContext<ContactDraft>()
  const [forWhom, birthDate] = useWatch<ContactDraft, ['forWhom', 'birthDate']>({
    name: ['forWhom', 'birthDate'],
  })
  const isMinorAlone = forWhom === 'me' && isMinor(birthDate, viennaToday())
  return (
    <div className={`stack gap-5 ${styles.groups}`}>
      <PatientFields errors={formState.errors} forWhom={forWhom} isMinorAlone={isMinorAlone} />
      <ReachFields
        errors={formState.errors}
        isForSelf={forWhom === 'me'}
        takesReminder={!isMinorAlone}
        verification={verification}
      />
    </div>
  )
}

type PatientFieldsProps = {
  errors: Errors
  forWhom: ForWhom
  /** Whether the birth date of somebody who books for themselves is that of a minor. */
  isMinorAlone: boolean
}

function PatientFields({ errors, forWhom, isMinorAlone }: PatientFieldsProps) {
  const { register } = useFormContext<ContactDraft>()
  const { salutation, firstName, lastName, address, country, zip, city, birthDate, ...others } = errors
  const {
    svn4,
    email: _email,
    mobile: _mobile,
    bookerFirstName: _first,
    bookerLastName: _last,
    ...rest
  } = others
  // A field whose error would be shown nowhere is a type error.
  rest satisfies NoOthers
  const chosenCountry = useWatch<ContactDraft, 'country'>({ name: 'country' })
  const isForSelf = forWhom === 'me'
  const whose = WHOSE[forWhom]
  // Browsers fill in the data of the person who types, who need not be the patient.
  const autoCompleteFor = (field: string) => (isForSelf ? field : 'off')
  return (
    <div className="stack">
      <ForWhomField forWhom={forWhom} />
      <FieldGroup
        legend={forWhom === 'child' ? 'Ihr Kind ist ein' : `Anrede${whose}`}
        error={salutation?.message}
        required
      >
        <RadioSegment
          {...register('salutation')}
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
        own={isForSelf}
        help={isMinorAlone ? FOR_A_CHILD : undefined}
        error={birthDate?.message}
      />
      {chosenCountry === 'AT' && <SvnrField own={isForSelf} error={svn4?.message} />}
    </div>
  )
}

type ReachFieldsProps = {
  errors: Errors
  isForSelf: boolean
  /** Whether reminders by SMS are offered. */
  takesReminder: boolean
  verification: EmailVerification
}

/** The verification follows the e-mail at once, so that it is the last thing before "Weiter". */
function ReachFields({ errors, isForSelf, takesReminder, verification }: ReachFieldsProps) {
  const { bookerFirstName, bookerLastName, mobile, email } = errors
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
            inputMode="tel"
          />
          {takesReminder && <SmsReminderField />}
        </div>
        <TextField
          name="email"
          label={isForSelf ? 'E-Mail' : 'Ihre E-Mail'}
          error={email}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
        />
      </div>
      <EmailVerificationField verification={verification} />
    </section>
  )
}

type TextFieldProps = ComponentProps<typeof TextInput> & {
  name: keyof Errors
  label: string
  help?: string
  error: FieldError | undefined
}

function TextField({ name, label, help, error, required = true, ...rest }: TextFieldProps) {
  const { register } = useFormContext<ContactDraft>()
  return (
    <Field label={label} help={help} error={error?.message} required={required}>
      <TextInput {...register(name)} spellCheck={false} {...rest} />
    </Field>
  )
}

type CompletedProps = { error: FieldError | undefined; autoComplete: string }

function CountryField({ error, autoComplete }: CompletedProps) {
  const { register } = useFormContext<ContactDraft>()
  const { popular, others } = countryChoices()
  return (
    <Field label="Land" error={error?.message} required>
      <SelectInput {...register('country')} autoComplete={autoComplete}>
        <option value="">Bitte wählen</option>
        <optgroup label="Beliebt">{popular.map(toOption)}</optgroup>
        <optgroup label="Alle Länder">{others.map(toOption)}</optgroup>
      </SelectInput>
    </Field>
  )
}

function toOption({ code, name }: { code: string; name: string }) {
  return (
    <option key={code} value={code}>
      {name}
    </option>
  )
}

/** Drops typed characters that no postcode of the country has. */
function PostcodeField({ country, ...rest }: CompletedProps & { country: string }) {
  const { register, getValues, setValue } = useFormContext<ContactDraft>()
  const field = register('zip')
  const required = hasPostcodes(country)

  useEffect(() => {
    const typed = getValues('zip')
    const fitting = reducePostcode(typed, country)
    if (fitting !== typed) setValue('zip', fitting)
  }, [country, getValues, setValue])

  return (
    <TextField
      name="zip"
      {...rest}
      label={required ? 'PLZ' : 'PLZ (falls vorhanden)'}
      required={required}
      className="num"
      inputMode={hasDigitsOnly(country) ? 'numeric' : 'text'}
      onChange={(event) => {
        const fitting = reducePostcode(event.target.value, country)
        // Writing the same text would move the caret to its end.
        if (fitting !== event.target.value) event.target.value = fitting
        return field.onChange(event)
      }}
    />
  )
}

const FOR_WHOM_CHOICES = [
  { value: 'me', label: 'Für mich' },
  { value: 'child', label: 'Für mein Kind' },
  { value: 'relative', label: 'Für Angehörige' },
  { value: 'other', label: 'Für jemand anderen' },
] as const

/**
 * Asks who comes to the appointment. Booker and patient each keep what was typed for them, so another answer
 * fills the form with the values of the other one (docs/behaviour.md 5.18).
 */
function ForWhomField({ forWhom }: { forWhom: ForWhom }) {
  const { register, getValues, setValue, clearErrors } = useFormContext<ContactDraft>()
  const onChange = ({ target }: { target: { value: ForWhom } }) => {
    const changed = changeForWhom({ ...getValues(), forWhom }, target.value, viennaToday())
    for (const [name, value] of Object.entries(changed)) setValue(name as keyof ContactDraft, value)
    clearErrors()
  }
  return (
    <FieldGroup legend={<h2>Wer kommt?</h2>} required>
      <RadioSegment {...register('forWhom', { onChange })} options={FOR_WHOM_CHOICES} />
    </FieldGroup>
  )
}
