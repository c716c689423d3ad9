import { useFormContext } from 'react-hook-form'
import { countryChoices } from '../../../src/shared/contact/countries.ts'
import { Field, SelectInput } from '../../components/field.tsx'
import type { ContactDraft } from './contact-draft.ts'
import type { AutoCompletedFieldProps } from './text-field.tsx'

/** Asks for the country, with those that many patients live in first. */
export function CountryField({ error, autoComplete }: AutoCompletedFieldProps) {
  const { register } = useFormContext<ContactDraft>()
  const { popular, others } = countryChoices()
  return (
    <Field label="Land" error={error?.message} required>
      <SelectInput {...register('country')} autoComplete={autoComplete}>
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
