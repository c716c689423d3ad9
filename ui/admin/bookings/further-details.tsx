import { useEffect, useState } from 'react'
import { addressPlaceholder, digitsOnly, SALUTATIONS } from '../../../src/shared/contact.ts'
import { countryChoices } from '../../../src/shared/countries.ts'
import { Field } from '../../components/field.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import type { BookingEntry } from './booking-entry.ts'
import styles from './new-booking.module.css'
import type { EntryForm } from './use-booking-entry.ts'

const NAMES = ['salutation', 'email', 'birthDate', 'address', 'zip', 'city', 'country'] as const

/** What somebody on the telephone may tell besides. Opens by itself where something is wrong in it. */
export function FurtherDetails({ form: { entry, set, faults } }: { form: EntryForm }) {
  const [open, setOpen] = useState(false)
  const faulty = NAMES.some((name) => faults[name])
  useEffect(() => {
    if (faulty) setOpen(true)
  }, [faulty])
  const text = (name: keyof BookingEntry) => ({
    name,
    value: entry[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const { popular, others } = countryChoices()
  return (
    <details
      className={styles.further}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Weitere Angaben (freiwillig)</summary>
      <div>
        <Field label="E-Mail" fault={faults.email} help="Dorthin gehen Bestätigung und Erinnerung.">
          <TextInput
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...text('email')}
          />
        </Field>
        <div className={styles.dates}>
          <Field label="Anrede" fault={faults.salutation}>
            <SelectInput {...text('salutation')}>
              <option value="">Keine</option>
              {SALUTATIONS.map((salutation) => (
                <option key={salutation}>{salutation}</option>
              ))}
            </SelectInput>
          </Field>
          <Field label="Geburtsdatum" fault={faults.birthDate}>
            <TextInput type="date" {...text('birthDate')} />
          </Field>
        </div>
        <Field label="Adresse" fault={faults.address}>
          <TextInput
            spellCheck={false}
            placeholder={addressPlaceholder(entry.country)}
            {...text('address')}
          />
        </Field>
        <div className={styles.narrowFirst}>
          <Field label="PLZ" fault={faults.zip}>
            <TextInput
              {...text('zip')}
              className="num"
              inputMode="numeric"
              onChange={({ target }) => set({ zip: digitsOnly(target.value, entry.country) })}
            />
          </Field>
          <Field label="Ort" fault={faults.city}>
            <TextInput spellCheck={false} {...text('city')} />
          </Field>
        </div>
        <Field label="Land" fault={faults.country}>
          <SelectInput {...text('country')}>
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
