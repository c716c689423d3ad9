import type { ListedBooking } from '../../backoffice/booking-list.ts'
import { contactOf } from '../../booking/bookings.ts'
import type { Booking } from '../../db/schema.ts'
import { displayOfStatus } from '../../shared/booking.ts'
import type { PersonField } from '../../shared/contact.ts'
import type { Instant } from '../../shared/day.ts'
import { showPhone } from '../../shared/phone.ts'
import { isoAt } from '../../time/vienna.ts'

/** What makes a spreadsheet read a cell as a formula (OWASP, CSV injection); a phone number in groups is none. */
const FORMULA = /^(?!\+\d[\d ]* \d+$)[=+\-@\t\r\n\0＝＋－＠]/

const CONTACT_HEADINGS = {
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

/** Without the social security number, and without the id, which allows to cancel. */
const COLUMNS: Readonly<Record<string, (booking: Booking) => string>> = {
  Datum: ({ startsAt }) => dayOf(startsAt),
  Beginn: ({ startsAt }) => timeOf(startsAt),
  Ende: ({ endsAt }) => timeOf(endsAt),
  Status: ({ status }) => displayOfStatus(status).label,
  Leistung: ({ serviceName }) => serviceName,
  'Preis in Euro': ({ priceCents }) => (priceCents / 100).toFixed(2).replace('.', ','),
  ...Object.fromEntries(
    Object.entries(CONTACT_HEADINGS).map(([field, heading]) => [
      heading,
      (booking: Booking) => shownContact(booking)[field as PersonField],
    ]),
  ),
  Eingegangen: ({ createdAt }) => `${dayOf(createdAt)} ${timeOf(createdAt)}`,
}

function shownContact(booking: Booking): Record<PersonField, string> {
  return { ...contactOf(booking), mobile: showPhone(booking.mobile, booking.country) }
}

/** The appointments as a table for spreadsheets, with German headings. */
export function bookingsCsv(bookings: readonly ListedBooking[]): string {
  const cells = Object.values(COLUMNS)
  return writeCsv([
    Object.keys(COLUMNS),
    ...bookings.map(({ booking }) => cells.map((cellOf) => cellOf(booking))),
  ])
}

/**
 * RFC 4180 with semicolons, CRLF and a byte order mark, as Excel expects it in German. Quotes every cell, so that a comma
 * never splits one, and puts a `'` before formulas.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function dayOf(at: Instant): string {
  return isoAt(at).slice(0, 10)
}

/** Cut from the ISO text, which is faster than a formatter. */
function timeOf(at: Instant): string {
  return isoAt(at).slice(11, 16)
}
