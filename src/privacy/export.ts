import { recordAudit } from '../access/audit.ts'
import { type BookingEvent, listEvents } from '../backoffice/booking-list.ts'
import { answersOf } from '../booking/answers.ts'
import { contactOf, maskedSvnr } from '../booking/contact-columns.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import { noteOf, storedPatientNote } from '../booking/notes.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking, Message, OfferRow, WaitingEntryRow } from '../db/schema.ts'
import { type Html, html, markup } from '../messaging/email/html.ts'
import { shownSubject, textForPatient } from '../messaging/email/preview.ts'
import { rulesOf } from '../messaging/kinds.ts'
import { readSettings } from '../practice/settings.ts'
import { HAS_COME } from '../shared/attendance.ts'
import { displayOfStatus } from '../shared/booking.ts'
import { bookerOf } from '../shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../shared/contact/booker-text.ts'
import { CONTACT_HEADINGS } from '../shared/contact/contact.ts'
import { showPhone } from '../shared/contact/phone.ts'
import { EVENT_NAMES } from '../shared/event-names.ts'
import { dateTime, plainDay, price } from '../shared/format.ts'
import { CHANNEL_NAMES, KIND_NAMES } from '../shared/messages/message-kinds.ts'
import { isoAt, isoOrNull } from '../time/vienna.ts'
import { getPatientRows, type PatientRef, type PatientRows } from './patient-rows.ts'

/** A copy of the personal data (Art. 15 GDPR), for machines and for people. */
export type PatientExport = Readonly<{ data: PatientData; html: string }>

type PatientData = ReturnType<typeof dataOf>

/** Sentences that say which data the copy leaves out, and why. */
const NOT_INCLUDED = [
  'Die Sozialversicherungsnummer ist verschlüsselt gespeichert und hier verdeckt.',
  'Links und Codes, mit denen man eine Adresse bestätigt oder über eine Anfrage entscheidet, sind unkenntlich.',
  `Prüfwerte, mit denen das Portal Missbrauch erkennt, werden nach spätestens ${KNOWN_DAYS} Tagen gelöscht und lassen nicht auf die Person schließen.`,
]

/**
 * Returns all data that are stored about the person, and records the export in the audit.
 * @throws Problem 'not found' when nothing is stored
 */
export function exportPatient(ctx: Ctx, patient: PatientRef): PatientExport {
  return inTx(ctx, () => {
    const rows = getPatientRows(ctx, patient)
    recordAudit(ctx, 'person-exported', rows.subject)
    const data = dataOf(ctx, rows)
    return { data, html: markup(pageOf(data)) }
  })
}

function dataOf(ctx: Ctx, rows: PatientRows) {
  const { name, address, zip, city, phone, mail } = readSettings(ctx, 'practice')
  const odoo = new Map(rows.odooEvents.map((event) => [event.bookingId, event]))
  return {
    person: rows.label,
    mailboxes: rows.mailboxes,
    exported_at: isoAt(ctx.now),
    practice: { name, address, zip, city, phone, mail },
    bookings: rows.bookings.map((booking) => ({
      ...bookingData(booking),
      answers: answersOf(ctx, booking),
      note: noteOf(ctx, booking),
      patient_note: storedPatientNote(ctx, booking),
      odoo_event: odoo.get(booking.id)?.eventId ?? null,
      history: listEvents(ctx, booking.id).map(eventData),
    })),
    messages: rows.messages.map(messageData),
    email_verifications: rows.verifications.map(verificationData),
    holds: rows.holds.map(holdData),
    waiting_list: rows.waitingEntries.map((entry) => ({
      ...waitingEntryData(entry),
      offers: rows.offers.filter(({ entryId }) => entryId === entry.id).map(offerData),
    })),
    not_included: NOT_INCLUDED,
  }
}

function bookingData(booking: Booking) {
  return {
    id: booking.id,
    status: booking.status,
    start: isoAt(booking.startsAt),
    end: isoAt(booking.endsAt),
    service_id: booking.serviceId,
    service_name: booking.serviceName,
    notes: booking.notes,
    duration_min: booking.durationMin,
    price: booking.priceCents / 100,
    contact: { ...contactOf(booking), booker: bookerOf(booking) },
    reminder_by_sms: booking.reminderBySms,
    social_security_number: maskedSvnr(booking),
    marked: booking.marked,
    wished_start: isoOrNull(booking.moveToAt),
    reminded_at: isoOrNull(booking.remindedAt),
    attendance: booking.attendance,
    series:
      booking.seriesPosition === null ? null : { id: booking.seriesId, position: booking.seriesPosition },
    created_at: isoAt(booking.createdAt),
    updated_at: isoAt(booking.updatedAt),
  }
}

/** Leaves out the name of the staff member. */
function eventData({ kind, actor, message, movedFromAt, movedToAt, at }: BookingEvent) {
  const times = { moved_from: isoOrNull(movedFromAt), moved_to: isoOrNull(movedToAt) }
  return { kind, by: actor, message, ...times, at: isoAt(at) }
}

function messageData(row: Message) {
  return {
    channel: row.channel,
    kind: row.kind,
    to: rulesOf(row.kind).to,
    recipient: row.recipient,
    subject: shownSubject(row),
    text: textForPatient(row),
    deleted: row.emptied,
    status: row.status,
    provider: row.provider,
    delivery_status: row.deliveryStatus,
    appointment: isoOrNull(row.startsAt),
    created_at: isoAt(row.createdAt),
    sent_at: isoOrNull(row.sentAt),
  }
}

function verificationData({ email, expiresAt, verifiedAt }: PatientRows['verifications'][number]) {
  return { email, expires_at: isoAt(expiresAt), verified_at: isoOrNull(verifiedAt) }
}

function holdData({ email, serviceId, startsAt, createdAt, expiresAt }: PatientRows['holds'][number]) {
  return {
    email,
    service_id: serviceId,
    start: isoAt(startsAt),
    created_at: isoAt(createdAt),
    expires_at: isoAt(expiresAt),
  }
}

function waitingEntryData(entry: WaitingEntryRow) {
  return {
    booking_id: entry.bookingId,
    service_id: entry.serviceId,
    name: entry.name,
    email: entry.email,
    mobile: entry.mobile,
    not_before: entry.notBeforeOn,
    not_after: entry.notAfterOn,
    weekdays: entry.weekdays,
    parts: entry.parts,
    created_at: isoAt(entry.createdAt),
    ended_at: isoOrNull(entry.endedAt),
  }
}

function offerData({ startsAt, status, createdAt }: OfferRow) {
  return { start: isoAt(startsAt), status, created_at: isoAt(createdAt) }
}

const SHEET = html`:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem}h3{margin:2rem 0 .5rem}dl{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;gap:.25rem 1rem;margin:0}dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid;padding-left:1rem}@media(max-width:30rem){dl{display:block}dd{margin-bottom:.5rem}}`

/** Returns a page for printing that loads nothing from elsewhere. */
function pageOf(data: PatientData): Html {
  const { practice, person, exported_at, bookings, messages, email_verifications, holds, waiting_list } = data
  return html`<!doctype html>
<html lang="de-AT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gespeicherte Daten</title><style>${SHEET}</style></head><body>
<h1>Ihre gespeicherten Daten</h1>
<p>Auskunft nach Art. 15 DSGVO zu ${person}, erstellt am ${dateTime(exported_at)}.</p>
<p>${practiceLine(practice)}</p>
<h2>Termine (${bookings.length})</h2>
${bookings.map(bookingPart)}
<h2>Nachrichten (${messages.length})</h2>
${messages.map(messagePart)}
${section('Bestätigung der E-Mail-Adresse', email_verifications, verificationFacts)}
${section('Gerade reservierte Zeit', holds, holdFacts)}
${section('Warteliste', waiting_list, waitingEntryFacts)}
<h2>Was hier nicht steht</h2>
<ul>${data.not_included.map((sentence) => html`<li>${sentence}</li>`)}</ul>
</body></html>
`
}

function practiceLine({ name, address, zip, city, phone, mail }: PatientData['practice']): string {
  return [name, address, `${zip} ${city}`, phone, mail].filter((part) => part.trim() !== '').join(', ')
}

/** Returns a heading and a list of facts for each row, or nothing without rows. */
function section<Row>(heading: string, rows: readonly Row[], factsOf: (row: Row) => Facts) {
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

function bookingPart({
  contact: { booker, ...contact },
  answers,
  history,
  ...booking
}: PatientData['bookings'][number]): Html {
  const shown = {
    ...contact,
    mobile: showPhone(contact.mobile, contact.country),
    birthDate: contact.birthDate && plainDay(contact.birthDate),
  }
  return html`<h3>${dateTime(booking.start)}</h3>
${factList([
  ['Leistung', booking.service_name],
  ['Status', displayOfStatus(booking.status).label],
  ['Preis', price(booking.price)],
  ...Object.entries(CONTACT_HEADINGS).map(
    ([field, heading]): LabelledValue => [heading, shown[field as keyof typeof shown]],
  ),
  [BOOKED_BY, bookerText(booker)],
  ['Sozialversicherungsnummer', booking.social_security_number],
  ...answers.map(({ label, value }): LabelledValue => [label, value]),
  ['Notiz der Ordination zum Termin', booking.note],
  ['Notiz der Ordination zur Person', booking.patient_note],
  ['Erinnerung', booking.reminder_by_sms && 'per SMS statt E-Mail'],
  ['Gewünschte neue Zeit', booking.wished_start && dateTime(booking.wished_start)],
  ['Eingegangen', dateTime(booking.created_at)],
  ['Erinnert', booking.reminded_at && dateTime(booking.reminded_at)],
  ['Erschienen', booking.attendance && HAS_COME[booking.attendance]],
  ['Eintrag in Odoo', booking.odoo_event === null ? null : `Nr. ${booking.odoo_event}`],
  ...history.map(
    ({ kind, at, message }): LabelledValue => [
      EVENT_NAMES[kind] ?? kind,
      message ? `${dateTime(at)}: ${message}` : dateTime(at),
    ],
  ),
])}`
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

type LabelledValue = readonly [label: string, value: string | false | null | undefined]
type Facts = readonly LabelledValue[]

/** Returns a list without the empty values. */
function factList(facts: Facts): Html {
  return html`<dl>${facts.filter(([, value]) => value).map(([label, value]) => html`<dt>${label}</dt><dd>${value || ''}</dd>`)}</dl>`
}
