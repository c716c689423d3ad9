import { useMemo } from 'react'
import { countryChoices } from '../../../src/shared/contact/countries.ts'
import { reducePostcode } from '../../../src/shared/contact/postcode.ts'
import { Field, SelectInput } from '../../components/field.tsx'
import { useContactFields } from './use-contact-form.ts'

type CountryFieldProps = {
  error: string | undefined
  /** The value `off` is for the case that a browser would fill in the country of somebody else. */
  autoComplete: 'country' | 'off'
}

/** Asks for the country. The countries in which many patients live come first. */
export function CountryField({ error, autoComplete }: CountryFieldProps) {
  const { draft, set } = useContactFields()
  // The options never change. They are memoised, because every key typed in the form would render all of them
  // again.
  const options = useMemo(countryOptions, [])
  return (
    <Field label="Land" error={error} required>
      <SelectInput
        name="country"
        value={draft.country}
        // The other country may have postcodes without letters, or shorter ones.
        onChange={({ target: { value } }) => set({ country: value, zip: reducePostcode(draft.zip, value) })}
        autoComplete={autoComplete}
      >
        {options}
      </SelectInput>
    </Field>
  )
}

/** Returns the options of all countries, in two groups. */
function countryOptions() {
  const { popular, others } = countryChoices()
  return (
    <>
      <option value="">Bitte wählen</option>
      <optgroup label="Beliebt">{popular.map(toOption)}</optgroup>
      <optgroup label="Alle Länder">{others.map(toOption)}</optgroup>
    </>
  )
}

function toOption({ code, name }: { code: string; name: string }) {
  return (
    <option key={code} value={code}>
      {name}
    </option>
  )
}
