import { bookerOf } from '../../shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../../shared/contact/booker-text.ts'
import { showPhone } from '../../shared/contact/phone.ts'
import { shortDayTime } from '../../shared/format.ts'
import { type EmailBooking, serviceFacts } from './appointment-parts.ts'
import { button, facts, note, type Part, quotation, telHref } from './basic-parts.ts'

/** The links to both decisions, and to the admin area. */
export type DecisionUrls = Readonly<{ confirmUrl: string; rejectUrl: string; adminUrl: string }>

/** Returns a name with its salutation: `Frau Maria Musterfrau`. */
function fullName({ salutation, firstName, lastName }: EmailBooking): string {
  return `${salutation} ${firstName} ${lastName}`.trim()
}

/** Returns who has acted online, for e-mails to the practice: `Anna Musterfrau (für Max Mustermann)`. */
export function visitorName(booking: EmailBooking): string {
  const booker = bookerOf(booking)
  if (booker === undefined) return fullName(booking)
  return `${booker.firstName} ${booker.lastName} (für ${booking.firstName} ${booking.lastName})`
}

/** The heading of a patient's message by salutation, because German has a form for each. */
const MESSAGE_HEADINGS: Readonly<Record<string, string>> = {
  Frau: 'Nachricht der Patientin',
  Herr: 'Nachricht des Patienten',
}

/** Renders a message that patient or booker wrote online, for e-mails to the practice. */
export function messageOfVisitor(booking: EmailBooking, message: string): Part {
  const heading = bookerOf(booking) ? undefined : MESSAGE_HEADINGS[booking.salutation]
  return quotation(heading ?? 'Nachricht dazu', message)
}

/** The label of the name by salutation, which is empty for some patients whom the practice entered. */
const NAME_LABELS: Readonly<Record<string, string>> = { Frau: 'Patientin', Herr: 'Patient' }

/**
 * Renders the patient, how to reach them, and when the appointment was booked, for e-mails to the practice.
 * @param isNew whether the booking itself is what has come in
 */
export function patient(booking: EmailBooking, { isNew = false } = {}): Part {
  const { salutation, firstName, lastName, mobile, country, email } = booking
  const booker = bookerOf(booking)
  const phone = showPhone(mobile, country)
  return facts([
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

/**
 * Renders the links of both decisions and to the page with all open requests, for e-mails to the practice.
 */
export function decision(
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
