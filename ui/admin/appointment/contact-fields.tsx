import { useEffect, useState } from 'react'
import type { Relation } from '../../../src/shared/contact/booker.ts'
import { BOOKED_FOR } from '../../../src/shared/contact/booker-text.ts'
import { type NoOthers, SALUTATIONS } from '../../../src/shared/contact/contact.ts'
import { Field, FieldGroup, SelectInput } from '../../components/field.tsx'
import { useTakesSms } from '../../patient/use-takes-sms.ts'
import { FormDay } from '../forms/form-day.tsx'
import { FormCheckbox, FormInput, FormSelect } from '../forms/form-fields.tsx'
import { AddressFields } from './address-fields.tsx'
import styles from './appointment.module.css'
import { CONTACT_LABELS, type ContactForm, EMPTY_CONTACT, type ManualContactDraft } from './contact-draft.ts'

/** The fields that `MainContactFields` shows. */
const MAIN_FIELDS = ['firstName', 'lastName', 'mobile', 'email'] as const

/** The fields that `FurtherFields` leaves to `MainContactFields`, `AddressFields` and `SvnrField`. */
type FieldShownElsewhere = (typeof MAIN_FIELDS)[number] | 'address' | 'zip' | 'city' | 'country' | 'svn4'

/** The names of the fields in "Weitere Angaben". Of the booker, which is an object, they are those within. */
const FURTHER_FIELDS = [
  ...(Object.keys(EMPTY_CONTACT) as (keyof ManualContactDraft)[]).filter(
    (name) => ![...MAIN_FIELDS, 'booker'].includes(name),
  ),
  'booker.firstName' as const,
  'booker.lastName' as const,
]

/** The fields that the practice fills in on the telephone. Only the e-mail address may stay empty. */
export function MainContactFields({ form }: { form: ContactForm }) {
  const { firstName, lastName, mobile, email } = CONTACT_LABELS
  return (
    <>
      <div className="halves">
        <FormInput form={form} name="firstName" label={firstName} spellCheck={false} />
        <FormInput form={form} name="lastName" label={lastName} spellCheck={false} />
      </div>
      <div className="halves">
        <FormInput form={form} name="mobile" label={mobile} type="tel" inputMode="tel" className="num" />
        <FormInput
          form={form}
          name="email"
          label={email}
          help="Dorthin gehen Bestätigung und Erinnerung."
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </>
  )
}

type FurtherProps = {
  form: ContactForm
  /** Called when staff have chosen how the booker is related to the patient. */
  onBooker?: ((relation: Relation) => void) | undefined
}

/** The optional fields, initially closed. They open automatically when one of them is faulty. */
export function CollapsibleFurtherFields({ form, onBooker }: FurtherProps) {
  const [isOpen, setOpen] = useState(false)
  const isFaulty = FURTHER_FIELDS.some((name) => form.errorAt(name))
  useEffect(() => {
    if (isFaulty) setOpen(true)
  }, [isFaulty])
  return (
    <details
      className={styles.further}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="medium">Weitere Angaben (freiwillig)</summary>
      <div className="stack mt-4">
        <FurtherFields form={form} onBooker={onBooker} />
      </div>
    </details>
  )
}

/** The optional fields of the patient and of the booker. */
export function FurtherFields({ form, onBooker }: FurtherProps) {
  const { reminderBySms, salutation, birthDate, booker, ...others } = CONTACT_LABELS
  const notShown: Omit<typeof others, FieldShownElsewhere> = others
  // A new field of a contact is a type error until it is shown somewhere.
  notShown satisfies NoOthers
  const takesSms = useTakesSms(form.watch('mobile'), form.watch('country'))
  const offersSms = takesSms && form.watch('email') !== ''
  const somebodyBooks = form.watch('booker.relation') !== ''
  return (
    <>
      <FormSelect
        form={form}
        name="booker.relation"
        label="Gebucht wird"
        choices={{ '': 'für sich selbst', ...BOOKED_FOR }}
        help={somebodyBooks ? 'E-Mail und Telefon sind dann von der Person, die bucht.' : undefined}
        onChoose={(relation) => relation !== '' && onBooker?.(relation as Relation)}
      />
      {somebodyBooks && (
        <FieldGroup legend={booker}>
          <div className="halves">
            <FormInput form={form} name="booker.firstName" label="Vorname" spellCheck={false} />
            <FormInput form={form} name="booker.lastName" label="Nachname" spellCheck={false} />
          </div>
        </FieldGroup>
      )}
      {offersSms && <FormCheckbox form={form} name="reminderBySms" label={reminderBySms} />}
      <div className="columns">
        <Field label={salutation} error={form.errorAt('salutation')}>
          <SelectInput {...form.register('salutation')}>
            <option value="">Keine</option>
            {SALUTATIONS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectInput>
        </Field>
        <FormDay form={form} name="birthDate" label={birthDate} kind="birth" />
      </div>
      <AddressFields form={form} />
    </>
  )
}
