import * as v from 'valibot'
import { normalizeLine } from '../normalize-line.ts'
import { hasPostcodes, isCountry } from './countries.ts'

/**
 * The digits of a postcode, by country. Postcodes of other countries differ too much for a rule of their own.
 */
const ZIP_DIGITS: Readonly<Record<string, number>> = { AT: 4, CH: 4, LI: 4, DE: 5 }

/** One text for each length: `AT/CH/LI: 4-stellig`. */
const LENGTH_TEXTS = [...new Set(Object.values(ZIP_DIGITS))].map((digits) => {
  const countries = Object.keys(ZIP_DIGITS).filter((country) => ZIP_DIGITS[country] === digits)
  return `${countries.join('/')}: ${digits}-stellig`
})

/** Characters of a postcode of all other countries. */
const OTHER_LENGTH = { least: 2, most: 12 }
/** At least one of the characters is a letter or a digit. */
const OTHER_POSTCODE = new RegExp(`^(?![ -]*$)[A-Za-z\\d -]{${OTHER_LENGTH.least},${OTHER_LENGTH.most}}$`)

export const POSTCODE_REQUIRED = `Ungültige PLZ. ${LENGTH_TEXTS.join(', ')}.`

/** Returns whether the postcodes of a country have only digits, so that phones show a numeric keyboard. */
export function hasDigitsOnly(country: string): boolean {
  return country in ZIP_DIGITS
}

/** Keeps the characters that a postcode of the country can have, up to its greatest length. */
export function reducePostcode(typed: string, country: string): string {
  const digits = ZIP_DIGITS[country]
  return digits
    ? typed.replace(/\D/g, '').slice(0, digits)
    : typed.replace(/[^A-Za-z\d -]/g, '').slice(0, OTHER_LENGTH.most)
}

/**
 * Returns the rule of a postcode.
 * @param country code of ISO 3166-1; empty while none is chosen
 */
export function postcodeSchema(country: string): v.GenericSchema<string, string> {
  const digits = ZIP_DIGITS[country]
  const pattern = digits ? new RegExp(`^\\d{${digits}}$`) : OTHER_POSTCODE
  // Without a chosen country, the sentence names the countries whose postcodes are known.
  const namesLengths = digits !== undefined || !isCountry(country)
  const rule = v.pipe(
    v.string(POSTCODE_REQUIRED),
    v.transform(normalizeLine),
    v.nonEmpty(namesLengths ? POSTCODE_REQUIRED : 'Bitte die Postleitzahl eingeben.'),
    v.regex(
      pattern,
      namesLengths
        ? POSTCODE_REQUIRED
        : `Bitte eine gültige Postleitzahl eingeben (${OTHER_LENGTH.least} bis ${OTHER_LENGTH.most} Zeichen).`,
    ),
  )
  if (hasPostcodes(country)) return rule
  // The type of `lazy` omits the missing value, which it accepts too.
  return v.optional(
    v.lazy((zip) => (zip === '' ? v.literal('') : rule)),
    '',
  ) as v.GenericSchema<string, string>
}
