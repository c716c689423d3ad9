import type { Booking } from '../../db/schema.ts'
import { routeUrl } from '../../practice/addresses.ts'
import { addressLine } from '../../shared/address-line.ts'
import { canCancel, cutOff, cutOffText } from '../../shared/booking.ts'
import { type BookerColumns, bookerOf } from '../../shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../../shared/contact/booker-text.ts'
import { showPhone } from '../../shared/contact/phone.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDayTime, shortDayTime } from '../../shared/format.ts'
import { fillIn, type Values } from '../../shared/messages/placeholders.ts'
import type { TextKind, Texts, Words } from '../../shared/messages/texts.ts'
import { HINT_HEADING, priceText } from '../../shared/service/service.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { addresseeOf, addressValues } from '../addressee.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  type EmailParts,
  type Fact,
  facts,
  flowing,
  note,
  type Part,
  paragraph,
  quotation,
  telHref,
} from './layout.ts'

/** The fields of the contact that e-mails show; the practice reads the others in the admin area. */
type EmailContact = Pick<Booking, 'salutation' | 'firstName' | 'lastName' | 'email' | 'mobile' | 'country'>

/** The columns of a booking that e-mails show, with the doctor or room where the practice has several. */
export type EmailBooking = EmailContact &
  BookerColumns &
  Pick<Booking, 'status' | 'startsAt' | 'serviceName' | 'priceCents' | 'createdAt'> &
  Readonly<{ doctor?: string | undefined }>

export type DecisionUrls = Readonly<{ confirmUrl: string; rejectUrl: string; adminUrl: string }>

/** The facts of a message about an appointment. The hint of its service may be empty. */
export type About = Readonly<{ practice: Practice; booking: EmailBooking; texts: Texts; hint: string }>

/** The beginning and the end of a message. */
type Frame = Readonly<{ opening: readonly Part[]; closing: readonly Part[] }>

/**
 * Renders the practice's words about an appointment. For a booker they also name the patient.
 * @param lead a sentence that follows the opening
 */
export function frameOf({ practice, booking, texts, hint }: About, kind: TextKind, lead = ''): Frame {
  const { opening, closing } = texts[kind].email
  const { startsAt, serviceName, firstName, lastName, doctor = '' } = booking
  const values = {
    ...addressValues(practice, addresseeOf(booking)),
    Termin: fullDayTime(startsAt),
    Leistung: serviceName,
    Arzt: doctor,
    Hinweis: hint,
    whose: `Es geht um den Termin für ${firstName} ${lastName}.`,
  }
  if (bookerOf(booking) === undefined) return frame({ opening, closing }, values, lead)
  const named = opening.includes('{Anrede}')
    ? opening.replace('{Anrede}', '{Anrede} {whose}')
    : `{whose}\n\n${opening}`
  return frame({ opening: named, closing }, values, lead)
}

/**
 * `at` is the time in the subject, by default the appointment's start. `lead` is a sentence that follows the
 * opening.
 */
type PatientEmail = Omit<EmailParts, 'practice'> & Readonly<{ at?: Instant; lead?: string }>

/** Composes an e-mail to the patient, with the practice's own words around its parts. */
export function toPatient(
  about: About,
  kind: TextKind,
  { at, lead, parts, ...mail }: PatientEmail,
): EmailContent {
  const { practice, booking } = about
  const { opening, closing } = frameOf(about, kind, lead)
  const subject = `${mail.subject}: ${fullDayTime(at ?? booking.startsAt)}`
  return composeEmail({ practice, ...mail, subject, parts: [...opening, ...parts, ...closing] })
}

/** Renders the words with their placeholders filled in. @param lead a sentence that follows the opening */
export function frame({ opening, closing }: Words, values: Values, lead = ''): Frame {
  const clean = Object.fromEntries(
    Object.entries({ ...values, lead }).map(([name, value]) => [
      name,
      name === 'Hinweis'
        ? value
            .split(/[\n\r]+/)
            .map(flowing)
            .join('\n')
        : flowing(value),
    ]),
  )
  return {
    opening: fillIn(lead === '' ? opening : `${opening} {lead}`, clean).map((lines) => paragraph(lines)),
    closing: fillIn(closing, clean).map((lines) => note(lines)),
  }
}

/** `Frau Maria Musterfrau` */
export function fullName({ salutation, firstName, lastName }: EmailBooking): string {
  return `${salutation} ${firstName} ${lastName}`.trim()
}

/** Returns who acts online, for e-mails to the practice: `Anna Musterfrau (für Max Mustermann)` */
export function visitorName(booking: EmailBooking): string {
  const booker = bookerOf(booking)
  if (booker === undefined) return fullName(booking)
  return `${booker.firstName} ${booker.lastName} (für ${booking.firstName} ${booking.lastName})`
}

const FROM_PATIENT: Readonly<Record<string, string>> = {
  Frau: 'Nachricht der Patientin',
  Herr: 'Nachricht des Patienten',
}

/** Renders a message that patient or booker wrote online, for e-mails to the practice. */
export function messageOfVisitor(booking: EmailBooking, message: string): Part {
  const heading = bookerOf(booking) ? undefined : FROM_PATIENT[booking.salutation]
  return quotation(heading ?? 'Nachricht dazu', message)
}

/** The label of the name by salutation, which is empty for some patients whom the practice entered. */
const PATIENT: Readonly<Record<string, string>> = { Frau: 'Patientin', Herr: 'Patient' }

/** Renders service, duration where it is given, price and place of a coming appointment. */
export function visit(
  practice: Practice,
  booking: EmailBooking,
  { duration = '', series = '' }: Partial<Preparation> = {},
): Part {
  return facts([
    ...what(booking),
    { label: 'Serie', value: series },
    { label: 'Dauer', value: duration },
    { label: 'Preis', value: priceText(booking.priceCents / 100) },
    { label: 'Ort', value: addressLine(practice) },
  ])
}

/**
 * The service's displayed duration, its hint on how to prepare, and the place in a series (`3 von 6`). Each
 * may be empty.
 */
export type Preparation = Readonly<{ duration: string; hint: string; series: string }>

/** Renders a confirmed appointment: the visit, the route, and how to prepare. */
export function visitAhead(
  practice: Practice,
  booking: EmailBooking,
  preparation: Preparation,
): readonly Part[] {
  const route = routeUrl(practice)
  return [
    visit(practice, booking, preparation),
    ...(route ? [note('So kommen Sie zu uns:', { label: 'Route planen', url: route })] : []),
    quotation(HINT_HEADING, preparation.hint),
  ]
}

/**
 * Renders the service of an appointment that does not take place, because a parent may have several
 * appointments.
 */
export function lostAppointment(booking: EmailBooking, series = ''): Part {
  return facts([...what(booking), { label: 'Serie', value: series }])
}

/**
 * An appointment of a series. `from` is its start before a move, and `fromDoctor` had it then, if that is
 * another one. `doctor` is named where the appointments have several.
 */
export type SeriesTime = Readonly<{
  place: string
  startsAt: Instant
  from?: Instant
  fromDoctor?: string | undefined
  doctor?: string | undefined
  overviewUrl: string
}>

/** Returns the booking, without its doctor where each time of its series names its own. */
export function withoutOwnDoctor(booking: EmailBooking, times: readonly SeriesTime[]): EmailBooking {
  return times.some(({ doctor }) => doctor) ? { ...booking, doctor: undefined } : booking
}

/** Renders several appointments of a series, each with the link to its page. */
export function seriesTimes(times: readonly SeriesTime[]): Part {
  return facts(
    times.map(({ place, startsAt, from, fromDoctor, doctor, overviewUrl }) => {
      const before =
        from === undefined ? '' : `, bisher ${shortDayTime(from)}${fromDoctor ? `, bei ${fromDoctor}` : ''}`
      return { label: place, value: `${timeWith(startsAt, doctor)}${before}`, href: overviewUrl }
    }),
  )
}

/** Renders the patient and how to reach them, for e-mails to the practice. */
export function patient(booking: EmailBooking): Part {
  const { salutation, firstName, lastName, mobile, country, email } = booking
  const booker = bookerOf(booking)
  const phone = showPhone(mobile, country)
  return facts([
    { label: PATIENT[salutation] ?? 'Name', value: `${firstName} ${lastName}` },
    ...(booker ? [{ label: BOOKED_BY, value: bookerText(booker) }] : []),
    ...what(booking),
    { label: 'Telefon', value: phone, href: telHref(phone) },
    { label: 'E-Mail', value: email, href: `mailto:${email}` },
    { label: 'Eingegangen', value: shortDayTime(booking.createdAt) },
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

/** Renders the appointment's time and the one to which the patient asks to move it, and with whom each is. */
export function moveTimes({ startsAt, doctor }: EmailBooking, to: Instant, otherDoctor = doctor): Part {
  return facts([
    { label: 'Bisher', value: timeWith(startsAt, doctor) },
    { label: 'Gewünscht', value: timeWith(to, otherDoctor) },
  ])
}

/** Returns `Dienstag, 12. Jänner 2027, 08:30 Uhr, bei Dr. Beispiel`; without a doctor only the time. */
export function timeWith(start: Instant, doctor = ''): string {
  return `${fullDayTime(start)}${doctor && `, bei ${doctor}`}`
}

/** The links for patients. `cancelHours` is how many hours before the start they stop working. */
export type PatientLinks = Readonly<{
  overviewUrl: string
  cancelUrl: string
  moveUrl: string
  myBookingsUrl: string
  cancelHours: number
}>

/** Renders the link to move the appointment online; nothing when it is too late at `now`. */
export function howToMove(
  startsAt: Instant,
  now: Instant,
  { moveUrl, cancelHours }: PatientLinks,
  question = 'Die Zeit passt Ihnen nicht mehr?',
): readonly Part[] {
  if (!canCancel(startsAt, now, cancelHours)) return []
  return [note(question, { label: 'Termin verschieben', url: moveUrl })]
}

/**
 * Renders until when the appointment can be cancelled online, or the phone number when it is too late at
 * `now`.
 */
export function howToCancel(
  { practice, startsAt, now }: Readonly<{ practice: Practice; startsAt: Instant; now: Instant }>,
  { cancelUrl, cancelHours }: PatientLinks,
): Part {
  const until = cutOffText(cancelHours)
  if (!canCancel(startsAt, now, cancelHours))
    return note(`Sie können nicht kommen? Absagen ist online nur ${until} möglich. ${callUs(practice)}`)
  const latest = fullDayTime(cutOff(startsAt, cancelHours))
  return note(`Sie können nicht kommen? Absagen ist online ${until} möglich, also bis ${latest}.`, {
    label: 'Termin absagen',
    url: cancelUrl,
  })
}

/** Renders the link to all appointments of the patient. */
export function allBookings({ myBookingsUrl }: PatientLinks): Part {
  return note('Alle Ihre Termine auf einen Blick:', { label: 'Meine Termine', url: myBookingsUrl })
}

/** Returns `Bitte rufen Sie uns an: +43 5572 000 000.` */
export function callUs({ phone }: Practice): string {
  return `Bitte rufen Sie uns an${phone && `: ${phone}`}.`
}

/** Returns the service, and with whom it is where the practice has several doctors or rooms. */
function what({ serviceName, doctor = '' }: EmailBooking): readonly Fact[] {
  return [
    { label: 'Leistung', value: serviceName },
    { label: 'Bei', value: doctor },
  ]
}
