import { type ComponentProps, useEffect } from 'react'
import { type FieldError, useFormContext, useWatch } from 'react-hook-form'
import {
  addressPlaceholder,
  type ContactField,
  hasDigitsOnly,
  type NoOthers,
  reducePostcode,
} from '../../../src/shared/contact.ts'
import { countryChoices, hasPostcodes } from '../../../src/shared/countries.ts'
import { Field, FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import styles from './contact.module.css'
import type { ContactEntry } from './contact-entry.ts'
import { EmailVerificationField } from './email-verification-field.tsx'
import { SmsReminderField } from './sms-reminder.tsx'
import { SvnrField } from './svnr-field.tsx'
import type { EmailVerification } from './use-email-verification.ts'

const SALUTATIONS = [
  { value: 'Frau', label: 'Frau' },
  { value: 'Herr', label: 'Herr' },
] as const

/** The fields of the contact. */
export function ContactFields({ verification }: { verification: EmailVerification }) {
  const { register, formState } = useFormContext<ContactEntry>()
  const errors: Partial<Record<ContactField, FieldError>> = formState.errors
  const {
    salutation,
    firstName,
    lastName,
    email,
    mobile,
    address,
    country,
    zip,
    city,
    birthDate,
    svn4,
    reminderBySms: _,
    ...others
  } = errors
  others satisfies NoOthers
  const chosenCountry = useWatch<ContactEntry, 'country'>({ name: 'country' })

  return (
    <>
      <FieldGroup legend="Anrede" error={salutation?.message} required>
        <RadioSegment {...register('salutation')} options={SALUTATIONS} />
      </FieldGroup>
      <div className={`stack gap-5 ${styles.row}`}>
        <TextField name="firstName" label="Vorname" error={firstName} autoComplete="given-name" />
        <TextField name="lastName" label="Nachname" error={lastName} autoComplete="family-name" />
      </div>
      <div className={`stack gap-5 ${styles.row}`}>
        <TextField
          name="email"
          label="E-Mail"
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
            label="Telefon"
            error={mobile}
            help="Für Rückfragen zu Ihrem Termin."
            className="num"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
          />
          <SmsReminderField />
        </div>
      </div>
      <div className={`stack gap-5 ${styles.row}`} data-columns="wide-first">
        <TextField
          name="address"
          label="Adresse"
          error={address}
          autoComplete="street-address"
          placeholder={addressPlaceholder(chosenCountry)}
        />
        <CountryField error={country} />
      </div>
      <div className={`stack gap-5 ${styles.row}`} data-columns="narrow-first">
        <PostcodeField country={chosenCountry} error={zip} />
        <TextField name="city" label="Ort" error={city} autoComplete="address-level2" />
      </div>
      <BirthDateField error={birthDate?.message} />
      {chosenCountry === 'AT' && <SvnrField error={svn4?.message} />}
    </>
  )
}

type TextFieldProps = ComponentProps<typeof TextInput> & {
  name: ContactField
  label: string
  help?: string
  error: FieldError | undefined
}

function TextField({ name, label, help, error, required = true, ...rest }: TextFieldProps) {
  const { register } = useFormContext<ContactEntry>()
  return (
    <Field label={label} help={help} error={error?.message} required={required}>
      <TextInput {...register(name)} spellCheck={false} {...rest} />
    </Field>
  )
}

function CountryField({ error }: { error: FieldError | undefined }) {
  const { register } = useFormContext<ContactEntry>()
  const { popular, others } = countryChoices()
  return (
    <Field label="Land" error={error?.message} required>
      <SelectInput {...register('country')} autoComplete="country">
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

/** Takes only what postcodes of the country can have. */
function PostcodeField({ country, error }: { country: string; error: FieldError | undefined }) {
  const { register, getValues, setValue } = useFormContext<ContactEntry>()
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
      label={required ? 'PLZ' : 'PLZ (falls vorhanden)'}
      error={error}
      required={required}
      className="num"
      autoComplete="postal-code"
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
