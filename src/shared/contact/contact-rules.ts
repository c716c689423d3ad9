import * as v from 'valibot'
import type { Day } from '../day.ts'
import { UNKNOWN_KEY } from '../field-errors.ts'
import { requiredLineSchema } from '../line.ts'
import { EMAIL_REQUIRED } from '../messages.de.ts'
import { normalizeLine } from '../normalize-line.ts'
import { ADDRESS_REQUIRED, addressSchema } from './address.ts'
import { BIRTH_DATE_REQUIRED, birthDateSchema } from './birth-date.ts'
import { type ContactTextField, SALUTATIONS } from './contact.ts'
import { isCountry } from './countries.ts'
import { emailSchema } from './email.ts'
import { PHONE_REQUIRED, phoneSchema } from './phone.ts'
import { POSTCODE_REQUIRED, postcodeSchema } from './postcode.ts'
import { SVNR_REQUIRED } from './svnr.ts'

/** The sentences for empty fields. */
export const REQUIRED_SENTENCES = {
  salutation: 'Bitte eine Anrede auswählen.',
  firstName: 'Vorname ist erforderlich.',
  lastName: 'Nachname ist erforderlich.',
  email: EMAIL_REQUIRED,
  mobile: PHONE_REQUIRED,
  address: ADDRESS_REQUIRED,
  zip: POSTCODE_REQUIRED,
  city: 'Ort ist erforderlich.',
  country: 'Bitte ein Land auswählen.',
  birthDate: BIRTH_DATE_REQUIRED,
  svn4: SVNR_REQUIRED,
  relation: 'Bitte angeben, für wen der Termin ist.',
} as const satisfies Record<ContactTextField | 'svn4' | 'relation', string>

/** The rule of a text field. */
export type TextRule = v.GenericSchema<unknown, string> | v.GenericSchema<string, string>

const salutationSchema = v.picklist(SALUTATIONS, REQUIRED_SENTENCES.salutation)
export const firstNameSchema = lettersSchema(REQUIRED_SENTENCES.firstName)
export const lastNameSchema = lettersSchema(REQUIRED_SENTENCES.lastName)
const citySchema = v.pipe(
  v.string(REQUIRED_SENTENCES.city),
  v.transform(spellOutSaint),
  lettersSchema(REQUIRED_SENTENCES.city),
)
const countrySchema = v.pipe(
  v.string(REQUIRED_SENTENCES.country),
  v.transform(normalizeLine),
  v.check(isCountry, REQUIRED_SENTENCES.country),
)

/** Returns the rule of each text field. The rules of address and postcode depend on the country. */
export function contactTextRules(country: string, today: Day) {
  return {
    salutation: salutationSchema,
    firstName: firstNameSchema,
    lastName: lastNameSchema,
    email: emailSchema,
    mobile: phoneSchema,
    address: addressSchema(country),
    zip: postcodeSchema(country),
    city: citySchema,
    country: countrySchema,
    birthDate: birthDateSchema(today),
  } satisfies Record<ContactTextField, TextRule>
}

/**
 * Makes the rule of a name or place: letters with their combining marks, and between them spaces, apostrophes
 * and hyphens. At least one letter is needed, because marks or hyphens alone are not a name.
 * @param required the sentence for an empty text
 */
function lettersSchema(required: string) {
  return v.pipe(
    requiredLineSchema(required, 80),
    v.regex(
      /^(?=.*\p{L})[\p{L}\p{M} '‘’-]+$/u,
      'Bitte nur Buchstaben, Leerzeichen, Apostroph und Bindestrich eingeben.',
    ),
    v.minLength(2, 'Bitte mindestens 2 Zeichen eingeben.'),
  )
}

/** Writes "Sankt Gallen" for "st. gallen", because the rule of letters allows no full stop. */
function spellOutSaint(city: string): string {
  return city.replace(/\bst\.\s*(\p{L}?)/giu, (_, first: string) => `Sankt ${first.toUpperCase()}`)
}

/** The wish for a reminder by SMS. A form that does not ask for it omits it, which counts as no. */
export const reminderBySmsSchema = v.optional(v.boolean('Bitte true oder false angeben.'), false)

/** Returns the sentence for a key that is missing or unknown in a contact. */
export function sentenceForKey({ path, expected }: v.StrictObjectIssue): string {
  const key = String(path?.[0].key)
  // Valibot expects `never` for an unknown key.
  const isMissing = expected !== 'never' && Object.hasOwn(REQUIRED_SENTENCES, key)
  return isMissing ? REQUIRED_SENTENCES[key as keyof typeof REQUIRED_SENTENCES] : UNKNOWN_KEY
}
