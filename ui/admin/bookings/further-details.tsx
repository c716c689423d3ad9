import { useEffect, useState } from 'react'
import {
  addressPlaceholder,
  hasDigitsOnly,
  type NoOthers,
  reducePostcode,
  SALUTATIONS,
} from '../../../src/shared/contact.ts'
import { countryChoices } from '../../../src/shared/countries.ts'
import type { ManualContact } from '../../../src/shared/manual-contact.ts'
import { useTakesSms } from '../../booking/contact/sms-reminder.tsx'
import { Field } from '../../components/field.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { FormCheckbox, FormInput } from '../forms/form-fields.tsx'
import type { BookingForm } from './booking-entry.ts'
import styles from './bookings.module.css'

/** The fields that stand here; names and telephone number stand above. */
const LABELS = {
  email: 'E-Mail',
  salutation: 'Anrede',
  birthDate: 'Geburtsdatum',
  address: 'Adresse',
  zip: 'PLZ',
  city: 'Ort',
  country: 'Land',
  reminderBySms: 'Erinnerung per SMS statt E-Mail',
} satisfies Record<Exclude<keyof ManualContact, 'firstName' | 'lastName' | 'mobile'>, string>

const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[]

/** The optional fields. They open by themselves when one of them is faulty. */
export function FurtherDetails({ form }: { form: BookingForm }) {
  const [open, setOpen] = useState(false)
  const isFaulty = NAMES.some((name) => form.errorAt(name))
  useEffect(() => {
    if (isFaulty) setOpen(true)
  }, [isFaulty])
  const { email, salutation, birthDate, address, zip, city, country, reminderBySms, ...others } = LABELS
  others satisfies NoOthers
  const chosen = form.watch('country')
  const takesSms = useTakesSms(form.watch('mobile'), chosen)
  const asksForSms = takesSms && form.watch('email') !== ''
  const countries = countryChoices()
  return (
    <details
      className={styles.further}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="medium">Weitere Angaben (freiwillig)</summary>
      <div className="stack mt-4">
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
        {asksForSms && <FormCheckbox form={form} name="reminderBySms" label={reminderBySms} />}
        <div className="columns">
          <Field label={salutation} error={form.errorAt('salutation')}>
            <SelectInput {...form.register('salutation')}>
              <option value="">Keine</option>
              {SALUTATIONS.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectInput>
          </Field>
          <FormInput form={form} name="birthDate" label={birthDate} type="date" />
        </div>
        <FormInput
          form={form}
          name="address"
          label={address}
          spellCheck={false}
          placeholder={addressPlaceholder(chosen)}
        />
        <div className={styles.zipAndCity}>
          <Field label={zip} error={form.errorAt('zip')}>
            <TextInput
              className="num"
              inputMode={hasDigitsOnly(chosen) ? 'numeric' : 'text'}
              {...form.register('zip', {
                onChange: ({ target }) => form.setValue('zip', reducePostcode(target.value, chosen)),
              })}
            />
          </Field>
          <FormInput form={form} name="city" label={city} spellCheck={false} />
        </div>
        <Field label={country} error={form.errorAt('country')}>
          <SelectInput {...form.register('country', { deps: ['zip', 'address'] })}>
            {[...countries.popular, ...countries.others].map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectInput>
        </Field>
      </div>
    </details>
  )
}
