import { useEffect } from 'react'
import { type FieldError, useFormContext, useWatch } from 'react-hook-form'
import {
  addressPlaceholder,
  type ContactField,
  type NoOthers,
  reducePostcode,
} from '../../../src/shared/contact.ts'
import { countryChoices } from '../../../src/shared/countries.ts'
import { Field, FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import styles from './contact.module.css'
import type { ContactEntry } from './contact-entry.ts'
import { EmailVerificationField } from './email-verification-status.tsx'
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
    ...others
  } = errors
  others satisfies NoOthers
  const chosenCountry = useWatch<ContactEntry, 'country'>({ name: 'country' })

  return (
    <>
      <FieldGroup legend="Anrede" error={salutation?.message}>
        <RadioSegment {...register('salutation')} options={SALUTATIONS} />
      </FieldGroup>
      <div className={`stack gap-5 ${styles.row}`}>
        <Field label="Vorname" error={firstName?.message}>
          <TextInput {...register('firstName')} autoComplete="given-name" spellCheck={false} />
        </Field>
        <Field label="Nachname" error={lastName?.message}>
          <TextInput {...register('lastName')} autoComplete="family-name" spellCheck={false} />
        </Field>
      </div>
      <div className={`stack gap-5 ${styles.row}`}>
        <Field
          label="E-Mail"
          error={email?.message}
          good={verification.verified ? 'E-Mail ist bestätigt.' : undefined}
        >
          <TextInput
            {...register('email')}
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        {!verification.verified && <EmailVerificationField verification={verification} />}
        <Field label="Telefon" error={mobile?.message} help="Für Rückfragen zu Ihrem Termin.">
          <TextInput {...register('mobile')} className="num" type="tel" autoComplete="tel" inputMode="tel" />
        </Field>
      </div>
      <div className={`stack gap-5 ${styles.row}`} data-columns="wide-first">
        <Field label="Adresse" error={address?.message}>
          <TextInput
            {...register('address')}
            autoComplete="street-address"
            placeholder={addressPlaceholder(chosenCountry)}
            spellCheck={false}
          />
        </Field>
        <CountryField error={country?.message} />
      </div>
      <div className={`stack gap-5 ${styles.row}`} data-columns="narrow-first">
        <PostcodeField country={chosenCountry} error={zip?.message} />
        <Field label="Ort" error={city?.message}>
          <TextInput {...register('city')} autoComplete="address-level2" spellCheck={false} />
        </Field>
      </div>
      <BirthDateField error={birthDate?.message} />
      {chosenCountry === 'AT' && <SvnrField error={svn4?.message} />}
    </>
  )
}

function CountryField({ error }: { error: string | undefined }) {
  const { register } = useFormContext<ContactEntry>()
  const { popular, others } = countryChoices()
  return (
    <Field label="Land" error={error}>
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

/** Takes digits only, and no more than the country's postcodes have. */
function PostcodeField({ country, error }: { country: string; error: string | undefined }) {
  const { register, getValues, setValue } = useFormContext<ContactEntry>()
  const field = register('zip')

  useEffect(() => {
    const typed = getValues('zip')
    const fitting = reducePostcode(typed, country)
    if (fitting !== typed) setValue('zip', fitting)
  }, [country, getValues, setValue])

  return (
    <Field label="PLZ" error={error}>
      <TextInput
        {...field}
        className="num"
        autoComplete="postal-code"
        inputMode="numeric"
        onChange={(event) => {
          const fitting = reducePostcode(event.target.value, country)
          // Writing the same text would move the caret to its end.
          if (fitting !== event.target.value) event.target.value = fitting
          return field.onChange(event)
        }}
      />
    </Field>
  )
}
