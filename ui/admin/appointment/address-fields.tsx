import { addressPlaceholder } from '../../../src/shared/contact/address.ts'
import { countryChoices } from '../../../src/shared/contact/countries.ts'
import { hasDigitsOnly, reducePostcode } from '../../../src/shared/contact/postcode.ts'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import styles from './appointment.module.css'
import { CONTACT_LABELS, type ContactForm } from './contact-draft.ts'

/** The address, whose hints and postcode depend on the chosen country. */
export function AddressFields({ form }: { form: ContactForm }) {
  const { address, zip, city, country } = CONTACT_LABELS
  const chosenCountry = form.watch('country')
  const countries = countryChoices()
  return (
    <>
      <FormInput
        form={form}
        name="address"
        label={address}
        spellCheck={false}
        placeholder={addressPlaceholder(chosenCountry)}
      />
      <div className={styles.zipAndCity}>
        <Field label={zip} error={form.errorAt('zip')}>
          <TextInput
            className="num"
            inputMode={hasDigitsOnly(chosenCountry) ? 'numeric' : 'text'}
            {...form.register('zip', {
              onChange: ({ target }) => form.setValue('zip', reducePostcode(target.value, chosenCountry)),
            })}
          />
        </Field>
        <FormInput form={form} name="city" label={city} spellCheck={false} />
      </div>
      <Field label={country} error={form.errorAt('country')}>
        {/* Another country has other rules for the postcode and the address, so both are checked again. */}
        <SelectInput {...form.register('country', { deps: ['zip', 'address'] })}>
          {[...countries.popular, ...countries.others].map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectInput>
      </Field>
    </>
  )
}
