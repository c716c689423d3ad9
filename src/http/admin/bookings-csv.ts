import type { ListedBooking } from '../../backoffice/booking-list.ts'
import type { Booking } from '../../db/schema.ts'
import { displayOfStatus } from '../../shared/booking.ts'
import type { Instant } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'
import { writeCsv } from '../csv.ts'

/** Neither the social security number nor the id, which lets its bearer cancel. */
const COLUMNS: Readonly<Record<string, (booking: Booking) => string>> = {
  Datum: ({ startsAt }) => dayOf(startsAt),
  Beginn: ({ startsAt }) => timeOf(startsAt),
  Ende: ({ endsAt }) => timeOf(endsAt),
  Status: ({ status }) => displayOfStatus(status).label,
  Leistung: ({ serviceName }) => serviceName,
  'Preis in Euro': ({ priceCents }) => (priceCents / 100).toFixed(2).replace('.', ','),
  Anrede: ({ salutation }) => salutation,
  Vorname: ({ firstName }) => firstName,
  Nachname: ({ lastName }) => lastName,
  Geburtsdatum: ({ birthOn }) => birthOn,
  Telefon: ({ mobile }) => mobile,
  'E-Mail': ({ email }) => email,
  Adresse: ({ address }) => address,
  PLZ: ({ zip }) => zip,
  Ort: ({ city }) => city,
  Land: ({ country }) => country,
  Eingegangen: ({ createdAt }) => `${dayOf(createdAt)} ${timeOf(createdAt)}`,
}

/** The appointments as a table for spreadsheets, under German heads. */
export function bookingsCsv(bookings: readonly ListedBooking[]): string {
  const cells = Object.values(COLUMNS)
  return writeCsv([
    Object.keys(COLUMNS),
    ...bookings.map(({ booking }) => cells.map((cellOf) => cellOf(booking))),
  ])
}

function dayOf(at: Instant): string {
  return isoAt(at).slice(0, 10)
}

/** Cut from the text: a formatter is too slow for years of appointments. */
function timeOf(at: Instant): string {
  return isoAt(at).slice(11, 16)
}
