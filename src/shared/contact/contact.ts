import * as v from 'valibot'
import { type Day, isDay } from '../day.ts'
import { UNKNOWN_KEY } from '../field-errors.ts'
import { requiredLine, tooLong } from '../line.ts'
import { EMAIL_REQUIRED, NO_DAY } from '../messages.de.ts'
import { tidy } from '../tidy.ts'
import { hasPostcodes, isCountry } from './countries.ts'
import { isPhone, tidyPhone } from './phone.ts'
import { composeSvnr, isSvnr } from './svnr.ts'

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

/** What the patient is to the person who books. */
export const RELATIONS = ['child', 'relative', 'other'] as const

export type Relation = (typeof RELATIONS)[number]

/** Somebody who books for the patient. E-mail address and phone number of the contact are theirs (docs/behaviour.md 5.17). */
export type Booker = { firstName: string; lastName: string; relation: Relation }

/**
 * A field of the contact. Rules, columns, wire, export, forms and e-mails are keyed by it, so that a field which one of them
 * leaves out is a type error there.
 */
export type ContactField = keyof Contact

/** Every field of text but the social security number, which is stored encrypted and never exported. */
export type PersonField = Exclude<ContactField, 'svn4' | 'reminderBySms' | 'booker'>

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
  mobile: 'Telefon ist erforderlich.',
  address: 'Bitte eine gültige Adresse (Straße + Hausnummer) eingeben.',
  zip: 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
  city: 'Ort ist erforderlich.',
  country: 'Bitte ein Land auswählen.',
  birthDate: 'Geburtsdatum ist erforderlich.',
  svn4: 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.',
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

/** The address of exactly one mailbox: no character in it can end a header or start a second recipient. */
export const emailSchema = v.pipe(
  v.string(REQUIRED.email),
  v.transform(tidy),
  v.nonEmpty(REQUIRED.email),
  v.maxLength(254, tooLong(254)),
  v.regex(
    /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[^@\s]*$/u,
    'Bitte eine gültige E-Mail-Adresse eingeben.',
  ),
  v.regex(
    /@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]{2}$/u,
    'Die E-Mail hat kein gültiges Format.',
  ),
)

export function isEmail(text: string): boolean {
  return v.is(emailSchema, text)
}

/** The form in which addresses are stored and compared: two that differ in capitals only are one mailbox. */
export function emailKey(address: string): string {
  return tidy(address.toLowerCase())
}

export function sameEmail(a: string, b: string): boolean {
  return emailKey(a) === emailKey(b)
}

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address belongs to, for limits: without its `+tag`, and for Gmail, which has two domains, without dots
 * (support.google.com/mail/answer/7436150). For comparing only; e-mails go to the address as it was typed.
 */
export function mailboxKey(address: string): string {
  const [local = '', domain] = emailKey(address).split('@')
  if (domain === undefined) return local
  // A plus at the start is part of the name.
  const name = local.replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** A phone number: an optional plus and 7 to 15 digits, stored with the separators that were typed. */
export const phoneSchema = v.pipe(
  v.string(REQUIRED.mobile),
  v.transform(tidyPhone),
  v.nonEmpty(REQUIRED.mobile),
  v.maxLength(40, tooLong(40)),
  v.check(isPhone, 'Bitte eine gültige Telefonnummer eingeben (mind. 7 Ziffern; erlaubt +, Leerzeichen, -).'),
)

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

/** Countries in which every address has a house number, with an example. */
const HOUSE_NUMBERS: Readonly<Record<string, string>> = {
  AT: 'z. B. Marktstraße 12/3',
  DE: 'z. B. Hauptstraße 12',
  CH: 'z. B. Bahnhofstrasse 12',
  LI: 'z. B. Landstrasse 12',
}

/** Street, and house number where the country has them. */
export function addressSchema(country: string) {
  return v.pipe(
    requiredLine(REQUIRED.address, 120),
    v.regex(
      /^[\p{L}\p{M}\d .,'‘’/-]+$/u,
      `${REQUIRED.address} Erlaubt sind Buchstaben, Ziffern, Leerzeichen und . , ' - /`,
    ),
    v.minLength(5, REQUIRED.address),
    v.regex(/\p{L}/u, REQUIRED.address),
    v.check((line) => /\d/.test(line) || !(country in HOUSE_NUMBERS), REQUIRED.address),
  )
}

/** An example of an address in the country. */
export function addressPlaceholder(country: string): string {
  return HOUSE_NUMBERS[country] ?? 'Straße und Hausnummer'
}

/** How many digits a postcode of the country has; elsewhere postcodes differ too much for a rule of their own. */
const ZIP_DIGITS: Readonly<Record<string, number>> = { AT: 4, CH: 4, LI: 4, DE: 5 }

export function hasDigitsOnly(country: string): boolean {
  return country in ZIP_DIGITS
}

/** What can belong to a postcode of the country, and no more than the longest has. */
export function reducePostcode(typed: string, country: string): string {
  const digits = ZIP_DIGITS[country]
  return digits ? typed.replace(/\D/g, '').slice(0, digits) : typed.replace(/[^A-Za-z\d -]/g, '').slice(0, 12)
}

function postcodeSchema(country: string): v.GenericSchema<string, string> {
  const digits = ZIP_DIGITS[country]
  const fits = digits ? new RegExp(`^(?!0+$)\\d{${digits}}$`) : /^(?![0 -]*$)[A-Za-z\d -]{2,12}$/
  const known = digits || !isCountry(country)
  const rule = v.pipe(
    v.string(REQUIRED.zip),
    v.transform(tidy),
    v.nonEmpty(known ? REQUIRED.zip : 'Bitte die Postleitzahl eingeben.'),
    v.regex(fits, known ? REQUIRED.zip : 'Bitte eine gültige Postleitzahl eingeben (2 bis 12 Zeichen).'),
  )
  if (hasPostcodes(country)) return rule
  return v.optional(
    v.lazy((zip) => (zip === '' ? v.literal('') : rule)),
    '',
  ) as v.GenericSchema<string, string>
}

const EARLIEST_BIRTH_DATE = '1900-01-01'

function birthDateSchema(today: Day) {
  return v.pipe(
    v.string(REQUIRED.birthDate),
    v.trim(),
    v.nonEmpty(REQUIRED.birthDate),
    // What the form's three fields give until all are filled.
    v.check(
      (day) => !/^\d{0,3}-|--|-$/.test(day),
      'Bitte Tag, Monat und Jahr eingeben, das Jahr mit vier Ziffern.',
    ),
    v.check((day) => isDay(day) && day >= EARLIEST_BIRTH_DATE && day <= today, NO_DAY),
  )
}

/** Minors get no SMS of their own (docs/behaviour.md 10.44). @param birthDate may be '' or incomplete */
export function isMinor(birthDate: string, today: Day): boolean {
  return isDay(birthDate) && birthDate > `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
}

/** Joins the three fields of a birth date: '' while all are empty, and a valid day only when all are complete. */
export function composeBirthDate(day: string, month: string, year: string): string {
  const typed = [year, month, day].map((part) => part.trim())
  return typed.every((part) => part === '')
    ? ''
    : typed.map((part) => (part.length === 1 ? `0${part}` : part)).join('-')
}

/** The reverse of `composeBirthDate`. */
export function splitBirthDate(birthDate: string): { day: string; month: string; year: string } {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  return { day, month, year }
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

/** There is none, whatever is sent. */
export const noNumber = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => null),
  ),
  null,
)

/** The rule of the four-digit key, or of all ten digits (docs/behaviour.md 5.11 and 5.12). */
export function svnrSchema(given: 'key' | 'full', birthDate: Day) {
  if (given === 'key') {
    return v.pipe(
      v.string(REQUIRED.svn4),
      v.transform(digitsOf),
      v.check((key) => isSvnr(composeSvnr(key, birthDate)), REQUIRED.svn4),
    )
  }
  // The usual sentence asks for the key, which does not help people who typed all ten digits.
  const incomplete = 'Ungültige SVNR. Bitte alle zehn Ziffern wie auf der e-card eingeben.'
  return v.pipe(
    v.string(incomplete),
    v.transform(digitsOf),
    v.length(10, incomplete),
    v.check(isSvnr, 'Ungültige SVNR. Bitte vergleichen Sie die zehn Ziffern mit Ihrer e-card.'),
  )
}

export function digitsOf(typed: string): string {
  return typed.replace(/\s/g, '')
}

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
