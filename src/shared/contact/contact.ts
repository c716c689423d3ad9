import * as v from 'valibot'
import type { Day } from '../day.ts'
import { UNKNOWN_KEY } from '../field-errors.ts'
import { requiredLine } from '../line.ts'
import { EMAIL_REQUIRED } from '../messages.de.ts'
import { tidy } from '../tidy.ts'
import { ADDRESS_REQUIRED, addressSchema } from './address.ts'
import { BIRTH_DATE_REQUIRED, birthDateSchema } from './birth-date.ts'
import { type Booker, RELATIONS, type Relation } from './booker.ts'
import { isCountry } from './countries.ts'
import { emailSchema } from './email.ts'
import { PHONE_REQUIRED, phoneSchema } from './phone.ts'
import { POSTCODE_REQUIRED, postcodeSchema } from './postcode.ts'
import { digitsOf, SVNR_REQUIRED, svnrSchema } from './svnr.ts'

/** Days for which "Auf diesem Gerät merken" keeps the contact (docs/behaviour.md 4.15). */
export const REMEMBERED_DAYS = 180

export const SALUTATIONS = ['Herr', 'Frau'] as const

/** A checked contact as calls carry it. Rules: docs/behaviour.md 5. */
export type Contact = {
  salutation: (typeof SALUTATIONS)[number]
  firstName: string
  lastName: string
  email: string
  mobile: string
  address: string
  zip: string
  city: string
  country: string
  birthDate: Day
  /**
   * The four-digit key, all ten digits where the e-card has another date, or null without an Austrian number.
   */
  svn4: string | null
  /** Whether the reminder comes by SMS instead of e-mail. */
  reminderBySms: boolean
  /** Missing when patients book for themselves. */
  booker?: Booker | undefined
}

/**
 * A field of the contact. Rules, columns, wire, export, forms and e-mails are keyed by it, so that a field
 * which one of them leaves out is a type error there.
 */
export type ContactField = keyof Contact

/**
 * A field of text. The social security number is not one, because it is stored encrypted and never exported.
 */
export type ContactTextField = Exclude<ContactField, 'svn4' | 'reminderBySms' | 'booker'>

/** The headings of the fields in tables, lists and the forms of the practice. */
export const CONTACT_HEADINGS = {
  salutation: 'Anrede',
  firstName: 'Vorname',
  lastName: 'Nachname',
  birthDate: 'Geburtsdatum',
  mobile: 'Telefon',
  email: 'E-Mail',
  address: 'Adresse',
  zip: 'PLZ',
  city: 'Ort',
  country: 'Land',
} satisfies Record<ContactTextField, string>

/** Returns every field of text, empty. */
export function emptyTexts(): Record<ContactTextField, ''> {
  return Object.fromEntries(Object.keys(CONTACT_HEADINGS).map((field) => [field, ''])) as Record<
    ContactTextField,
    ''
  >
}

/**
 * Checks that code handles every field: `const { salutation, …, ...others } = contact; others satisfies
 * NoOthers` is a type error until a new field is taken out too. The linter reports a field that is taken out
 * but not used.
 */
export type NoOthers = Record<string, never>

/** How the social security number is entered: its four-digit key, all ten digits, or not at all. */
export type SvnMode = 'key' | 'full' | 'none'

/** The answer to the form's question for whom the appointment is. */
export type ForWhom = 'me' | Relation

/** The fields of the contact form. */
export type ContactForm = Omit<Contact, 'svn4' | 'booker'> & {
  svn4: string
  svnMode: SvnMode
  forWhom: ForWhom
  /** '' while patients book for themselves. */
  bookerFirstName: string
  bookerLastName: string
}

/** The sentences for empty fields. */
export const REQUIRED = {
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

/**
 * Checks the form of step 4 by rules of `contactSchema`. Its output is the contact for the wire. The other
 * fields choose the rules of postcode, address and social security number. A check across fields at the end
 * would not name all faulty fields at once.
 * @param today the Vienna day, the last valid birth date
 */
export function contactFormSchema({ today }: { today: Day }): v.GenericSchema<ContactForm, Contact> {
  return v.lazy((input) => {
    const country = textAt(input, 'country')
    const mode = textAt(input, 'svnMode')
    const svn4 =
      country !== 'AT' || mode === 'none'
        ? hiddenField
        : svnrSchema(mode === 'full' ? 'full' : 'key', textAt(input, 'birthDate'))
    const forMe = textAt(input, 'forWhom') === 'me'
    return v.pipe(
      v.strictObject(
        {
          ...contactTextRules(country, today),
          svn4,
          svnMode: v.picklist(['key', 'full', 'none']),
          reminderBySms: v.boolean(),
          forWhom: v.picklist(['me', ...RELATIONS], REQUIRED.relation),
          bookerFirstName: forMe ? hiddenField : firstNameSchema,
          bookerLastName: forMe ? hiddenField : lastNameSchema,
        },
        sentenceForKey,
      ),
      v.transform(toWireContact),
    )
  })
}

/** Sets the social security number to null outside Austria and for people without one. */
function toWireContact(form: ContactForm): Contact {
  const { svnMode, svn4, forWhom, bookerFirstName: firstName, bookerLastName: lastName, ...contact } = form
  return {
    ...contact,
    svn4: contact.country === 'AT' && svnMode !== 'none' ? digitsOf(svn4) : null,
    ...(forWhom !== 'me' && { booker: { firstName, lastName, relation: forWhom } }),
  }
}

/** The wish for a reminder by SMS. A form that does not ask sends none, which counts as no. */
export const reminderBySms = v.optional(v.boolean('Bitte true oder false angeben.'), false)

const salutationSchema = v.picklist(SALUTATIONS, REQUIRED.salutation)
const firstNameSchema = letters(REQUIRED.firstName)
const lastNameSchema = letters(REQUIRED.lastName)
const citySchema = v.pipe(v.string(REQUIRED.city), v.transform(spellOutSaint), letters(REQUIRED.city))
const countrySchema = v.pipe(
  v.string(REQUIRED.country),
  v.transform(tidy),
  v.check(isCountry, REQUIRED.country),
)

/** The rule of a text field. */
export type TextRule = v.GenericSchema<unknown, string> | v.GenericSchema<string, string>

/** Returns the rule of each text field. Those of address and postcode depend on the country. */
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
 * Splits the single name that older versions stored. The last name is the last word with the particles in
 * small letters before it (`Anna`, `von der Au`). A single word is the last name.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = tidy(name).split(' ')
  const particle = words.findIndex((word, at) => at > 0 && /^\p{Ll}/u.test(word))
  const last = particle === -1 ? words.length - 1 : particle
  return { firstName: words.slice(0, last).join(' '), lastName: words.slice(last).join(' ') }
}

function letters(required: string) {
  return v.pipe(
    requiredLine(required, 80),
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

/** The rule of a hidden field: any value passes and becomes ''. */
const hiddenField: v.GenericSchema<string, string> = v.optional(
  v.pipe(
    v.any(),
    v.transform(() => ''),
  ),
  '',
)

export function valueAt(input: unknown, key: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[key] : undefined
}

export function textAt(input: unknown, key: string): string {
  const value = valueAt(input, key)
  return typeof value === 'string' ? tidy(value) : ''
}

export function sentenceForKey({ path }: v.StrictObjectIssue): string {
  const key = String(path?.[0].key)
  return Object.hasOwn(REQUIRED, key) ? REQUIRED[key as keyof typeof REQUIRED] : UNKNOWN_KEY
}
