import { setImmediate } from 'node:timers/promises'
import type { ListedBooking } from '../../backoffice/booking-list.ts'
import { contactTextsOf } from '../../booking/contact-columns.ts'
import type { Booking } from '../../db/schema.ts'
import { ATTENDANCE_ANSWERS } from '../../shared/attendance.ts'
import { displayOfStatus } from '../../shared/booking.ts'
import { bookerOf } from '../../shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../../shared/contact/booker-text.ts'
import { CONTACT_HEADINGS, type ContactTextField } from '../../shared/contact/contact.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import type { Instant } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'
import { writeCsv } from './csv.ts'

/** The columns by heading, each with the text of a booking's cell. */
type Columns = Readonly<Record<string, (booking: Booking) => string>>

/**
 * The columns of every export. The social security number is not exported, nor is the id, with which anyone
 * can cancel.
 */
const COLUMNS: Columns = {
  Datum: ({ startsAt }) => dayOf(startsAt),
  Beginn: ({ startsAt }) => timeOf(startsAt),
  Ende: ({ endsAt }) => timeOf(endsAt),
  Status: ({ status }) => displayOfStatus(status).label,
  Leistung: ({ serviceName }) => serviceName,
  'Preis in Euro': ({ priceCents }) => (priceCents / 100).toFixed(2).replace('.', ','),
  ...contactColumns(),
  Eingegangen: ({ createdAt }) => `${dayOf(createdAt)} ${timeOf(createdAt)}`,
  'Verschiebung angefragt auf': ({ moveToAt }) =>
    moveToAt === null ? '' : `${dayOf(moveToAt)} ${timeOf(moveToAt)}`,
  [BOOKED_BY]: (booking) => bookerText(bookerOf(booking)),
  Erschienen: ({ attendance }) => (attendance === null ? '' : ATTENDANCE_ANSWERS[attendance]),
}

function contactColumns(): Columns {
  const fields = Object.entries(CONTACT_HEADINGS) as [ContactTextField, string][]
  return Object.fromEntries(
    fields.map(([field, heading]) => [heading, (booking: Booking) => shownContact(booking)[field]]),
  )
}

function shownContact(booking: Booking): Record<ContactTextField, string> {
  return { ...contactTextsOf(booking), mobile: showPhone(booking.mobile, booking.country) }
}

/**
 * Yields the bookings as UTF-8 chunks of a CSV table with German headings and a byte order mark, as a
 * German Excel expects. Other requests are answered between two pages.
 * @param nameOf returns the name of a resource; omitted if the practice has only one, and the table then has
 * no column for it
 */
export async function* bookingsCsv(
  pages: Iterable<readonly ListedBooking[]>,
  nameOf?: (resourceId: string) => string,
): AsyncGenerator<Uint8Array> {
  const columns = nameOf
    ? { ...COLUMNS, 'Arzt oder Raum': ({ resourceId }: Booking) => nameOf(resourceId) }
    : COLUMNS
  const readers = Object.values(columns)
  const encoder = new TextEncoder()
  yield encoder.encode(`\ufeff${writeCsv([Object.keys(columns)])}`)
  for (const page of pages) {
    yield encoder.encode(writeCsv(page.map(({ booking }) => readers.map((readCell) => readCell(booking)))))
    await setImmediate()
  }
}

/** Returns the day, cut out of the ISO text because that is faster than a formatter. */
function dayOf(at: Instant): string {
  return isoAt(at).slice(0, 10)
}

/** Returns `HH:MM`, also cut out of the ISO text. */
function timeOf(at: Instant): string {
  return isoAt(at).slice(11, 16)
}
