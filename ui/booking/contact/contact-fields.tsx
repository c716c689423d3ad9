import { type ComponentProps, Fragment, useEffect } from 'react'
import { type FieldError, useFormContext, useWatch } from 'react-hook-form'
import { addressPlaceholder } from '../../../src/shared/contact/address.ts'
import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import type { ForWhom, NoOthers, PersonField } from '../../../src/shared/contact/contact.ts'
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

const FOR_A_CHILD = 'Buchen Sie für ein Kind? Dann wählen Sie bitte oben „Für mein Kind“.'

/** The endings of the labels of the fields about the patient. */
const WHOSE = { me: '', child: ' des Kindes', relative: ' der Person', other: ' der Person' } as const

type Errors = Partial<Record<PersonField | 'svn4' | 'bookerFirstName' | 'bookerLastName', FieldError>>

/** Renders the contact form. The fields about the booker come before those about another patient. */
export function ContactFields({ verification }: { verification: EmailVerification }) {
  const { register, formState } = useFormContext<ContactDraft>()
  const errors: Errors = formState.errors
  const { salutation, firstName, lastName, bookerFirstName, bookerLastName, ...reach } = errors
  const { email, mobile, address, country, zip, city, birthDate, svn4, ...others } = reach
  // A field whose error would be shown nowhere is a type error.
  others satisfies NoOthers
  const [forWhom, chosenCountry, typedBirthDate] = useWatch<
    ContactDraft,
    ['forWhom', 'country', 'birthDate']
  >({ name: ['forWhom', 'country', 'birthDate'] })
  const isForSelf = forWhom === 'me'
  const whose = WHOSE[forWhom]
  const isMinorAlone = isForSelf && isMinor(typedBirthDate, viennaToday())
  // Browsers fill in the data of the person who types, who need not be the patient.
  const autoCompleteFor = (field: string) => (isForSelf ? field : 'off')

  const bookerFields = (
    <div key="booker" className={`stack gap-5 ${styles.row}`}>
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
  )
  const nameFields = (
    <Fragment key="name">
      <FieldGroup legend={`Anrede${whose}`} error={salutation?.message} required>
        <RadioSegment {...register('salutation')} options={SALUTATIONS} />
      </FieldGroup>
      <div className={`stack gap-5 ${styles.row}`}>
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
    </Fragment>
  )
  const reachFields = (
    <Fragment key="reach">
      <div className={`stack gap-5 ${styles.row}`} data-verification>
        <TextField
          name="email"
          label={isForSelf ? 'E-Mail' : 'Ihre E-Mail'}
          error={email}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
        />
        <EmailVerificationField verification={verification} />
        <div className="stack gap-3">
          <TextField
            name="mobile"
            label={isForSelf ? 'Telefon' : 'Ihr Telefon'}
            error={mobile}
            help={isForSelf ? 'Für Rückfragen zu Ihrem Termin.' : 'Für Rückfragen zum Termin.'}
            className="num"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
          />
          {!isMinorAlone && <SmsReminderField />}
        </div>
      </div>
    </Fragment>
  )

  return (
    <>
      <ForWhomField forWhom={forWhom} />
      {isForSelf ? [nameFields, reachFields] : [bookerFields, reachFields, nameFields]}
      <div className={`stack gap-5 ${styles.row}`} data-columns="wide-first">
        <TextField
          name="address"
          label={`Adresse${whose}`}
          error={address}
          autoComplete={autoCompleteFor('street-address')}
          placeholder={addressPlaceholder(chosenCountry)}
        />
        <CountryField error={country} autoComplete={autoCompleteFor('country')} />
      </div>
      <div className={`stack gap-5 ${styles.row}`} data-columns="narrow-first">
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
    </>
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
 * Asks for whom the appointment is. Booker and patient each keep what was typed for them, so another answer
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
    <FieldGroup legend="Für wen ist der Termin?" required>
      <RadioSegment {...register('forWhom', { onChange })} options={FOR_WHOM_CHOICES} />
    </FieldGroup>
  )
}
