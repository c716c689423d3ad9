import { hasPostcodes } from '../../../src/shared/contact/countries.ts'
import { hasDigitsOnly, reducePostcode } from '../../../src/shared/contact/postcode.ts'
import { TextField } from './text-field.tsx'
import { useContactFields } from './use-contact-form.ts'

type PostcodeFieldProps = {
  /** The code of the country whose rules apply. */
  country: string
  error: string | undefined
  /** The value `off` is for the case that a browser would fill in the postcode of somebody else. */
  autoComplete: 'postal-code' | 'off'
}

/**
 * Asks for the postcode. The country decides whether one is needed, and which characters it may have; other
 * typed characters are dropped.
 */
export function PostcodeField({ country, error, autoComplete }: PostcodeFieldProps) {
  const { set } = useContactFields()
  const required = hasPostcodes(country)
  return (
    <TextField
      name="zip"
      error={error}
      autoComplete={autoComplete}
      label={required ? 'PLZ' : 'PLZ (falls vorhanden)'}
      required={required}
      className="num"
      inputMode={hasDigitsOnly(country) ? 'numeric' : 'text'}
      onChange={({ target }) => set({ zip: reducePostcode(target.value, country) })}
    />
  )
}
