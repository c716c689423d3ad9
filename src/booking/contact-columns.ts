import type { Booking } from '../db/schema.ts'
import { bookerColumns, bookerOf } from '../shared/contact/booker.ts'
import { type ContactTextField, EMPTY_TEXTS } from '../shared/contact/contact.ts'
import { emailKey, mailboxKey } from '../shared/contact/email.ts'
import type { ManualContact } from '../shared/contact/manual-contact.ts'
import { composeSvnr, formatSvnr } from '../shared/contact/svnr.ts'

/** The column of a text field. The social security number is not among them, because it is encrypted. */
type ContactColumn = Exclude<ContactTextField, 'birthDate'> | 'birthOn'

type ContactTexts = Record<ContactColumn, string>

const TEXT_FIELDS = Object.keys(EMPTY_TEXTS) as ContactTextField[]

/** Returns the column of a text field. It has the field's name, except that a day's ends in `On`. */
function columnOf(field: ContactTextField): ContactColumn {
  return field === 'birthDate' ? 'birthOn' : field
}

/** Returns the columns of a contact, without the social security number. */
export function contactColumns(contact: ManualContact) {
  const texts = TEXT_FIELDS.map((field) => [columnOf(field), contact[field]])
  return {
    ...(Object.fromEntries(texts) as ContactTexts),
    email: emailKey(contact.email),
    mailbox: mailboxKey(contact.email),
    reminderBySms: contact.reminderBySms,
    ...bookerColumns(contact.booker),
  }
}

/** The columns of `contactColumns`, all empty, for a booking whose personal data are deleted. */
export const NO_CONTACT = {
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [columnOf(field), ''])) as ContactTexts),
  mailbox: '',
  reminderBySms: false,
  ...bookerColumns(),
}

/** Returns the contact that is stored in a booking, without the social security number. */
export function storedContact(booking: Booking): ManualContact {
  const { salutation, ...texts } = contactTextsOf(booking)
  const { reminderBySms } = booking
  const booker = bookerOf(booking)
  // Only known salutations are ever stored.
  const contact = { salutation: salutation as ManualContact['salutation'], ...texts, reminderBySms }
  return booker ? { ...contact, booker } : contact
}

/** Returns the text fields of the contact that is stored in a booking. */
export function contactTextsOf(booking: Booking): Record<ContactTextField, string> {
  const fields = TEXT_FIELDS.map((field) => [field, booking[columnOf(field)]])
  return Object.fromEntries(fields) as Record<ContactTextField, string>
}

/**
 * Returns a mask with the birth date, such as `•••• 140358`, or null without a number. The stored number is
 * not decrypted, so the mask has the birth date even if the number contains another date.
 */
export function maskedSvnr({ svnr, birthOn }: Pick<Booking, 'svnr' | 'birthOn'>): string | null {
  return svnr === null ? null : formatSvnr(`••••${composeSvnr('0000', birthOn).slice(4)}`)
}
