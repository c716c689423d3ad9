import { hasPostcodes } from '../../../src/shared/contact/countries.ts'
import { hasDigitsOnly, reducePostcode } from '../../../src/shared/contact/postcode.ts'
import { type AutoCompletedFieldProps, TextField } from './text-field.tsx'
import { useContactFields } from './use-contact-form.ts'

/** Drops typed characters that no postcode of the country has. */
export function PostcodeField({ country, ...rest }: AutoCompletedFieldProps & { country: string }) {
  const { set } = useContactFields()
  const required = hasPostcodes(country)
  return (
    <TextField
      name="zip"
      {...rest}
      label={required ? 'PLZ' : 'PLZ (falls vorhanden)'}
      required={required}
      className="num"
      inputMode={hasDigitsOnly(country) ? 'numeric' : 'text'}
      onChange={({ target }) => set({ zip: reducePostcode(target.value, country) })}
    />
  )
}
