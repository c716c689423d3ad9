import { bookerOf } from '../../shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../../shared/contact/booker-text.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import { shortDayTime } from '../../shared/format.ts'
import { type EmailBooking, serviceFacts } from './appointment-parts.ts'
import { button, factTable, note, type Part, quotation, telHref } from './basic-parts.ts'

/** The links to both decisions, and to the admin area. */
export type DecisionUrls = Readonly<{ confirmUrl: string; rejectUrl: string; adminUrl: string }>

/** Returns a name with its salutation: `Frau Maria Musterfrau`. */
function fullName({ salutation, firstName, lastName }: EmailBooking): string {
  return `${salutation} ${firstName} ${lastName}`.trim()
}

/** Returns the name of the person who acted online: `Anna Musterfrau (für Max Mustermann)`. */
export function visitorName(booking: EmailBooking): string {
  const booker = bookerOf(booking)
  if (booker === undefined) return fullName(booking)
  return `${booker.firstName} ${booker.lastName} (für ${booking.firstName} ${booking.lastName})`
}

/** The heading of a patient's message, by salutation. */
const MESSAGE_HEADINGS: Readonly<Record<string, string>> = {
  Frau: 'Nachricht der Patientin',
  Herr: 'Nachricht des Patienten',
}

/** Renders a message that the patient or booker wrote online. */
export function messageOfVisitor(booking: EmailBooking, message: string): Part {
  const heading = bookerOf(booking) ? undefined : MESSAGE_HEADINGS[booking.salutation]
  return quotation(heading ?? 'Nachricht dazu', message)
}

/** The label of the patient's name, by salutation. Some patients entered by the practice have none. */
const NAME_LABELS: Readonly<Record<string, string>> = { Frau: 'Patientin', Herr: 'Patient' }

/**
 * Renders the patient, their contact, and when the appointment was booked, for e-mails to the practice.
 * @param isNew whether the e-mail reports the booking itself
 */
export function patientTable(booking: EmailBooking, { isNew = false } = {}): Part {
  const { salutation, firstName, lastName, mobile, country, email } = booking
  const booker = bookerOf(booking)
  const phone = showPhone(mobile, country)
  return factTable([
    { label: NAME_LABELS[salutation] ?? 'Name', value: `${firstName} ${lastName}` },
    ...(booker ? [{ label: BOOKED_BY, value: bookerText(booker) }] : []),
    ...serviceFacts(booking),
    { label: 'Telefon', value: phone, href: telHref(phone) },
    { label: 'E-Mail', value: email, href: `mailto:${email}` },
    isNew
      ? { label: 'Eingegangen', value: shortDayTime(booking.createdAt) }
      : { label: 'Gebucht am', value: shortDayTime(booking.createdAt, booking.startsAt) },
  ])
}

/** Renders the links to both decisions and to all open requests. */
export function decisionLinks(
  { confirmUrl, rejectUrl, adminUrl }: DecisionUrls,
  subject: 'Termin' | 'Verschiebung' = 'Termin',
): readonly Part[] {
  return [
    button({ label: `${subject} bestätigen`, url: confirmUrl }),
    note('Der Termin passt nicht?', { label: `${subject} ablehnen`, url: rejectUrl }),
    note('Beide Links öffnen nur eine Seite. Es geschieht nichts, bevor Sie dort die Schaltfläche drücken.'),
    note('Alle Reservierungen:', { label: 'Verwaltung', url: adminUrl }),
  ]
}
