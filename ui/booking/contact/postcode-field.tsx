import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { hasPostcodes } from '../../../src/shared/contact/countries.ts'
import { hasDigitsOnly, reducePostcode } from '../../../src/shared/contact/postcode.ts'
import type { ContactDraft } from './contact-draft.ts'
import { type AutoCompletedFieldProps, TextField } from './text-field.tsx'

/** Drops typed characters that no postcode of the country has. */
export function PostcodeField({ country, ...rest }: AutoCompletedFieldProps & { country: string }) {
  const { register, getValues, setValue } = useFormContext<ContactDraft>()
  const field = register('zip')
  const required = hasPostcodes(country)

  useEffect(() => {
    const typed = getValues('zip')
    const fitting = reducePostcode(typed, country)
    if (fitting !== typed) setValue('zip', fitting)
  }, [country, getValues, setValue])

  return (
    <TextField
      name="zip"
      {...rest}
      label={required ? 'PLZ' : 'PLZ (falls vorhanden)'}
      required={required}
      className="num"
      inputMode={hasDigitsOnly(country) ? 'numeric' : 'text'}
      // It takes the place of the handler that `register` gives the input, which would store every character.
      onChange={(event) => {
        const fitting = reducePostcode(event.target.value, country)
        // Writing the same text would move the caret to its end.
        if (fitting !== event.target.value) event.target.value = fitting
        return field.onChange(event)
      }}
    />
  )
}
