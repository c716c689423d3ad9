import { useEffect, useState } from 'react'
import { addressPlaceholder, digitsOnly, SALUTATIONS } from '../../../src/shared/contact.ts'
import { countryChoices } from '../../../src/shared/countries.ts'
import { Field } from '../../components/field.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import type { BookingForm } from './booking-entry.ts'
import styles from './bookings.module.css'

const NAMES = ['salutation', 'email', 'birthDate', 'address', 'zip', 'city', 'country'] as const

/** The optional fields. They open by themselves when one of them is faulty. */
export function FurtherDetails({ form }: { form: BookingForm }) {
  const [open, setOpen] = useState(false)
  const isFaulty = NAMES.some((name) => form.errorAt(name))
  useEffect(() => {
    if (isFaulty) setOpen(true)
  }, [isFaulty])
  const country = form.watch('country')
  const { popular, others } = countryChoices()
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
          label="E-Mail"
          help="Dorthin gehen Bestätigung und Erinnerung."
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="columns">
          <Field label="Anrede" error={form.errorAt('salutation')}>
            <SelectInput {...form.register('salutation')}>
              <option value="">Keine</option>
              {SALUTATIONS.map((salutation) => (
                <option key={salutation}>{salutation}</option>
              ))}
            </SelectInput>
          </Field>
          <FormInput form={form} name="birthDate" label="Geburtsdatum" type="date" />
        </div>
        <FormInput
          form={form}
          name="address"
          label="Adresse"
          spellCheck={false}
          placeholder={addressPlaceholder(country)}
        />
        <div className={styles.zipAndCity}>
          <Field label="PLZ" error={form.errorAt('zip')}>
            <TextInput
              className="num"
              inputMode="numeric"
              {...form.register('zip', {
                onChange: ({ target }) => form.setValue('zip', digitsOnly(target.value, country)),
              })}
            />
          </Field>
          <FormInput form={form} name="city" label="Ort" spellCheck={false} />
        </div>
        <Field label="Land" error={form.errorAt('country')}>
          <SelectInput {...form.register('country', { deps: ['zip', 'address'] })}>
            {[...popular, ...others].map(({ code, name }) => (
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
