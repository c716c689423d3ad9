import { addressPlaceholder } from '../../../src/shared/contact/address.ts'
import type { NoOthers } from '../../../src/shared/contact/contact.ts'
import { FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import styles from './contact.module.css'
import { CountryField } from './country-field.tsx'
import { ForWhomField } from './for-whom-field.tsx'
import { PostcodeField } from './postcode-field.tsx'
import type { ReachErrors } from './reach-fields.tsx'
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

type PatientFieldsProps = {
  errors: Omit<ContactErrors, keyof ReachErrors>
  /** Whether the patient books alone and is a minor by birth date. */
  isMinorForSelf: boolean
}

/**
 * Shows the fields about the patient: salutation, name, address, birth date and, in Austria, the social
 * security number.
 */
export function PatientFields({ errors, isMinorForSelf }: PatientFieldsProps) {
  const { draft, set } = useContactFields()
  const { salutation, firstName, lastName, address, country, zip, city, birthDate, svn4, ...others } = errors
  // If no component showed the error of a field, this would be a type error.
  others satisfies NoOthers
  const { forWhom, country: chosenCountry } = draft
  const isForSelf = forWhom === 'me'
  const whose = WHOSE[forWhom]
  // Browsers fill in the data of the person who types, who need not be the patient.
  const autoCompleteFor = <Field extends string>(field: Field) => (isForSelf ? field : 'off')
  return (
    <div className="stack">
      <ForWhomField />
      <FieldGroup
        legend={forWhom === 'child' ? 'Ihr Kind ist ein' : `Anrede${whose}`}
        error={salutation}
        required
        radios
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
