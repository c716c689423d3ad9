import type { Day } from '../day.ts'
import type { Booker } from './booker.ts'

/** Days for which "Auf diesem Gerät merken" keeps the contact (docs/behaviour.md 4.15). */
export const REMEMBERED_DAYS = 180

/** The salutations of the form, as e-mails write them. */
export const SALUTATIONS = ['Herr', 'Frau'] as const

/** A checked contact in its wire form. Rules: docs/behaviour.md 5. */
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
 * A field of the contact. Rules, columns, wire, export, forms and e-mails are keyed by it, so that leaving
 * out a field is a type error in each of them.
 */
export type ContactField = keyof Contact

/**
 * A field of text. The social security number is not one, because it is stored encrypted and never exported.
 */
export type ContactTextField = Exclude<ContactField, 'svn4' | 'reminderBySms' | 'booker'>

/** Every field of text, empty, in the order of answers. */
export const EMPTY_TEXTS: Readonly<Record<ContactTextField, ''>> = {
  salutation: '',
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  address: '',
  zip: '',
  city: '',
  country: '',
  birthDate: '',
}

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

/**
 * Names of the fields in both data protection texts, in this order. Several fields can share a name. Social
 * security number, reminder and booker have separate sentences there.
 */
export const RECORDED_FIELDS = {
  salutation: 'Anrede',
  firstName: 'Name',
  lastName: 'Name',
  birthDate: 'Geburtsdatum',
  address: 'Anschrift',
  zip: 'Anschrift',
  city: 'Anschrift',
  country: 'Anschrift',
  email: 'E-Mail',
  mobile: 'Telefon',
} satisfies Record<ContactTextField, string>

/**
 * Checks that code handles every field: `const { salutation, …, ...others } = contact; others satisfies
 * NoOthers` is a type error until a new field is taken out too. The linter reports a field that is taken out
 * but not used.
 */
export type NoOthers = Record<string, never>
