import { setImmediate } from 'node:timers/promises'
import type { ListedBooking } from '../../backoffice/booking-list.ts'
import { contactOf } from '../../booking/contact-columns.ts'
import type { Booking } from '../../db/schema.ts'
import { ATTENDANCE_ANSWERS } from '../../shared/attendance.ts'
import { displayOfStatus } from '../../shared/booking.ts'
import { bookerOf } from '../../shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../../shared/contact/booker-text.ts'
import { CONTACT_HEADINGS, type ContactTextField } from '../../shared/contact/contact.ts'
import { showPhone } from '../../shared/contact/phone.ts'
import type { Instant } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'

/**
 * Beginnings with which a spreadsheet takes a cell for a formula (OWASP, CSV injection). A phone number in
 * groups is no formula.
 */
const FORMULA = /^(?!\+\d[\d ]* \d+$)[=+\-@\t\r\n\0＝＋－＠]/

/**
 * A phone number or postcode that a spreadsheet would read as a number: `+436641234567` becomes 4,36641E+11,
 * `01067` 1067.
 */
const DIGITS = /^(?:[+0]\d+|\d{12,})$/

/**
 * The columns by heading. Neither the social security number nor the id, with which anyone can cancel, is
 * exported.
 */
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
      (booking: Booking) => shownContact(booking)[field as ContactTextField],
    ]),
  ),
  Eingegangen: ({ createdAt }) => `${dayOf(createdAt)} ${timeOf(createdAt)}`,
  'Verschiebung angefragt auf': ({ moveToAt }) =>
    moveToAt === null ? '' : `${dayOf(moveToAt)} ${timeOf(moveToAt)}`,
  [BOOKED_BY]: (booking) => bookerText(bookerOf(booking)),
  Erschienen: ({ attendance }) => (attendance === null ? '' : ATTENDANCE_ANSWERS[attendance]),
}

function shownContact(booking: Booking): Record<ContactTextField, string> {
  return { ...contactOf(booking), mobile: showPhone(booking.mobile, booking.country) }
}

/**
 * Yields the bookings as UTF-8 chunks of a table with German headings: RFC 4180 with semicolons, CRLF and a
 * byte order mark, as a German Excel expects it. Other requests are answered between two pages.
 * @param nameOf names a resource; without it, the practice has one only and the table has no column for it
 */
export async function* bookingsCsv(
  pages: Iterable<readonly ListedBooking[]>,
  nameOf?: (resourceId: string) => string,
): AsyncGenerator<Uint8Array> {
  const columns = nameOf
    ? { ...COLUMNS, 'Arzt oder Raum': ({ resourceId }: Booking) => nameOf(resourceId) }
    : COLUMNS
  const cells = Object.values(columns)
  const encoder = new TextEncoder()
  yield encoder.encode(`\ufeff${writeCsv([Object.keys(columns)])}`)
  for (const page of pages) {
    yield encoder.encode(writeCsv(page.map(({ booking }) => cells.map((cellOf) => cellOf(booking)))))
    await setImmediate()
  }
}

/** Quotes every cell, so that neither `;` nor a line break splits one. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoteCell).join(';')}\r\n`).join('')
}

/**
 * Quotes a cell so that Excel shows it as text and runs no formula of a patient. Excel reads digits as a
 * number, even quoted ones, unless they are in groups (`+43 664 1234567`) or written as `="01067"`
 * (https://stackoverflow.com/questions/165042). That formula is harmless, because it holds digits only. Every
 * other text that starts like a formula gets a `'` before it
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function quoteCell(text: string): string {
  return `"${asText(text).replaceAll('"', '""')}"`
}

function asText(text: string): string {
  if (DIGITS.test(text)) return `="${text}"`
  return FORMULA.test(text) ? `'${text}` : text
}

/** Cuts the day out of the ISO text, which is faster than a formatter. */
function dayOf(at: Instant): string {
  return isoAt(at).slice(0, 10)
}

/** Cuts `HH:MM` out of the ISO text, as `dayOf` does the day. */
function timeOf(at: Instant): string {
  return isoAt(at).slice(11, 16)
}
