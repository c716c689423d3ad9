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
import { digitsOf, noNumber, SVNR_REQUIRED, svnrSchema } from './svnr.ts'

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
  /** The four-digit key, all ten digits where the e-card has another date, or null without an Austrian number. */
  svn4: string | null
  /** The reminder comes by SMS instead of e-mail. */
  reminderBySms: boolean
  /** Who books for the patient; missing when patients book for themselves. */
  booker?: Booker | undefined
}

/**
 * A field of the contact. Rules, columns, wire, export, forms and e-mails are keyed by it, so that a field which one of them
 * leaves out is a type error there.
 */
export type ContactField = keyof Contact

/** Every field of text but the social security number, which is stored encrypted and never exported. */
export type PersonField = Exclude<ContactField, 'svn4' | 'reminderBySms' | 'booker'>

/** Over the fields in tables, lists and the forms of the practice. */
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
} satisfies Record<PersonField, string>

/**
 * For what must show or pass on every field: `const { salutation, …, ...others } = contact; others satisfies NoOthers` is a
 * type error until a new field is taken out too, and the linter reports one that is taken out and not used.
 */
export type NoOthers = Record<string, never>

/** How the social security number is entered: its four-digit key, all ten digits, or not at all. */
export type SvnMode = 'key' | 'full' | 'none'

/** For whom the appointment is, as the form asks. */
export type ForWhom = 'me' | Relation

/** The contact as the form holds it. */
export type ContactForm = Omit<Contact, 'svn4' | 'booker'> & {
  svn4: string
  svnMode: SvnMode
  forWhom: ForWhom
  /** '' while patients book for themselves. */
  bookerFirstName: string
  bookerLastName: string
}

/** The sentence for an empty field. */
const REQUIRED = {
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
} as const satisfies Record<PersonField | 'svn4' | 'relation', string>

/**
 * The contact of POST /api/hold and /api/booking/confirm. The rules of postcode, address and social security number are
 * chosen by the other fields instead of being checked across fields at the end, so that all faulty fields are named at once.
 * @param today the Vienna day, the last valid birth date
 */
export function contactSchema({ today }: { today: Day }): v.GenericSchema<unknown, Contact> {
  return v.lazy((input) => {
    const country = textAt(input, 'country')
    const svn4 =
      country !== 'AT' || valueAt(input, 'svn4') === null
        ? noNumber
        : svnrSchema(
            digitsOf(textAt(input, 'svn4')).length === 10 ? 'full' : 'key',
            textAt(input, 'birthDate'),
          )
    return v.strictObject(
      { ...personRules(country, today), svn4, reminderBySms, booker: bookerSchema },
      sentenceForKey,
    )
  })
}

/** The same rules for the form of step 4; its output is the contact for the wire. */
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
          ...personRules(country, today),
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

/** The social security number is null outside Austria and for people without one. */
function toWireContact(form: ContactForm): Contact {
  const { svnMode, svn4, forWhom, bookerFirstName: firstName, bookerLastName: lastName, ...person } = form
  return {
    ...person,
    svn4: person.country === 'AT' && svnMode !== 'none' ? digitsOf(svn4) : null,
    ...(forWhom !== 'me' && { booker: { firstName, lastName, relation: forWhom } }),
  }
}

/** Patients who are not asked have not wished it. */
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

/** Who books for the patient, if somebody does. */
export const bookerSchema = v.optional(
  v.strictObject(
    {
      firstName: firstNameSchema,
      lastName: lastNameSchema,
      relation: v.picklist(RELATIONS, REQUIRED.relation),
    },
    sentenceForKey,
  ),
)

/** The rule of each field of text but the social security number; address and postcode depend on the country. */
export function personRules(country: string, today: Day) {
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
  } satisfies Record<PersonField, v.GenericSchema<unknown, string> | v.GenericSchema<string, string>>
}

/**
 * Splits the single name that older versions stored. The last name is the last word with the small particles before it
 * (`Anna von der Au`); a single word is the last name.
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

/** People write "St. Gallen"; the letter pattern has no full stop. */
function spellOutSaint(city: string): string {
  return city.replace(/St\.\s*/g, 'Sankt ')
}

/** A hidden field passes with any value, or none. */
const hiddenField: v.GenericSchema<string, string> = v.optional(
  v.pipe(
    v.any(),
    v.transform(() => ''),
  ),
  '',
)

function valueAt(input: unknown, key: string): unknown {
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
