import { type Html, html } from '../messaging/email/html.ts'
import { ATTENDANCE_ANSWERS } from '../shared/attendance.ts'
import { displayOfStatus } from '../shared/booking.ts'
import { BOOKED_BY, bookerText } from '../shared/contact/booker-text.ts'
import { CONTACT_HEADINGS, type ContactTextField } from '../shared/contact/contact.ts'
import { showPhone } from '../shared/contact/phone-shown.ts'
import { EVENT_NAMES } from '../shared/event-names.ts'
import { dateTime, plainDay } from '../shared/format.ts'
import { CHANNEL_NAMES, KIND_NAMES } from '../shared/messages/message-kinds.ts'
import { formatPrice } from '../shared/price.ts'
import type { PatientData } from './patient-data.ts'
import { PATIENT_DATA_SHEET } from './patient-data-sheet.ts'

type LabelledValue = readonly [label: string, value: string | false | null | undefined]
type Facts = readonly LabelledValue[]

/** Returns a patient's data as a page to read and print, which loads nothing from elsewhere. */
export function patientDataPage(data: PatientData): Html {
  const { practice, person, exported_at, bookings, messages, email_verifications, holds, waiting_list } = data
  return html`<!doctype html>
<html lang="de-AT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gespeicherte Daten</title><style>${PATIENT_DATA_SHEET}</style></head><body>
<h1>Ihre gespeicherten Daten</h1>
<p>Auskunft nach Art. 15 DSGVO zu ${person}, erstellt am ${dateTime(exported_at)}.</p>
<p>${practiceLine(practice)}</p>
<h2>Termine (${bookings.length})</h2>
${bookings.map(bookingPart)}
<h2>Nachrichten (${messages.length})</h2>
${messages.map(messagePart)}
${factSection('Bestätigung der E-Mail-Adresse', email_verifications, verificationFacts)}
${factSection('Gerade reservierte Zeit', holds, holdFacts)}
${factSection('Warteliste', waiting_list, waitingEntryFacts)}
<h2>Was hier nicht steht</h2>
<ul>${data.not_included.map((sentence) => html`<li>${sentence}</li>`)}</ul>
</body></html>
`
}

function practiceLine({ name, address, zip, city, phone, mail }: PatientData['practice']): string {
  return [name, address, `${zip} ${city}`, phone, mail].filter((part) => part.trim() !== '').join(', ')
}

/** Returns a heading and a list of facts for each row, or nothing without rows. */
function factSection<Row>(heading: string, rows: readonly Row[], factsOf: (row: Row) => Facts) {
  return rows.length > 0 ? html`<h2>${heading}</h2>\n${rows.map((row) => factList(factsOf(row)))}` : undefined
}

function verificationFacts(verification: PatientData['email_verifications'][number]): Facts {
  const { email, verified_at, expires_at } = verification
  return [
    ['Adresse', email],
    verified_at ? ['Bestätigt', dateTime(verified_at)] : ['Code gültig bis', dateTime(expires_at)],
  ]
}

function holdFacts({ start, expires_at }: PatientData['holds'][number]): Facts {
  return [
    ['Termin', dateTime(start)],
    ['Reserviert bis', dateTime(expires_at)],
  ]
}

function waitingEntryFacts(entry: PatientData['waiting_list'][number]): Facts {
  return [
    ['Name', entry.name],
    ['E-Mail', entry.email],
    ['Telefon', entry.mobile],
    ['Eingetragen', dateTime(entry.created_at)],
    ['Spätestens', plainDay(entry.not_after)],
    ...entry.offers.map(
      ({ start, created_at }): LabelledValue => ['Angebot', `${dateTime(created_at)}: ${dateTime(start)}`],
    ),
  ]
}

function bookingPart(booking: PatientData['bookings'][number]): Html {
  return html`<h3>${dateTime(booking.start)}</h3>
${factList(bookingFacts(booking))}`
}

function bookingFacts(booking: PatientData['bookings'][number]): Facts {
  const { contact } = booking
  const shown = {
    ...contact,
    mobile: showPhone(contact.mobile, contact.country),
    birthDate: contact.birthDate && plainDay(contact.birthDate),
  }
  return [
    ['Leistung', booking.service_name],
    ['Status', displayOfStatus(booking.status).label],
    ['Preis', formatPrice(booking.price)],
    ...Object.entries(CONTACT_HEADINGS).map(
      ([field, heading]): LabelledValue => [heading, shown[field as ContactTextField]],
    ),
    [BOOKED_BY, bookerText(contact.booker)],
    ['Sozialversicherungsnummer', booking.social_security_number],
    ...booking.answers.map(({ label, value }): LabelledValue => [label, value]),
    ['Notiz der Ordination zum Termin', booking.note],
    ['Notiz der Ordination zur Person', booking.patient_note],
    ['Erinnerung', booking.reminder_by_sms && 'per SMS statt E-Mail'],
    ['Gewünschte neue Zeit', booking.wished_start && dateTime(booking.wished_start)],
    ['Eingegangen', dateTime(booking.created_at)],
    ['Erinnert', booking.reminded_at && dateTime(booking.reminded_at)],
    ['Erschienen', booking.attendance && ATTENDANCE_ANSWERS[booking.attendance]],
    ['Eintrag in Odoo', booking.odoo_event === null ? null : `Nr. ${booking.odoo_event}`],
    ...booking.history.map(
      ({ kind, at, message }): LabelledValue => [
        EVENT_NAMES[kind] ?? kind,
        message ? `${dateTime(at)}: ${message}` : dateTime(at),
      ],
    ),
  ]
}

function messagePart(message: PatientData['messages'][number]): Html {
  return html`<h3>${CHANNEL_NAMES[message.channel]}: ${KIND_NAMES[message.kind]}</h3>
${factList([
  ['An', message.recipient],
  ['Betreff', message.subject],
  ['Erstellt', dateTime(message.created_at)],
  ['Gesendet', message.sent_at && dateTime(message.sent_at)],
  ['Inhalt', message.deleted],
])}
${message.text && html`<pre>${message.text}</pre>`}`
}

/** Returns a list without the empty values. */
function factList(facts: Facts): Html {
  return html`<dl>${facts.filter(([, value]) => value).map(([label, value]) => html`<dt>${label}</dt><dd>${value || ''}</dd>`)}</dl>`
}
