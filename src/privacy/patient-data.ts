import { type BookingEvent, listEvents } from '../backoffice/booking-list.ts'
import { decryptAnswers } from '../booking/answers.ts'
import { contactTextsOf, maskedSvnr } from '../booking/contact-columns.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import { noteOf, storedPatientNote } from '../booking/notes.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking, Message, OfferRow, WaitingEntryRow } from '../db/schema.ts'
import { shownSubject, textForPatient } from '../messaging/email/preview.ts'
import { rulesOf } from '../messaging/kinds.ts'
import { readSettings } from '../practice/settings.ts'
import { bookerOf } from '../shared/contact/booker.ts'
import { isoAt, isoOrNull } from '../time/vienna.ts'
import type { PatientRows } from './patient-rows.ts'

/** The data of the copy for machines; the page for people is made from them too. */
export type PatientData = ReturnType<typeof patientData>

/** Sentences that say which data the copy leaves out, and why. */
const NOT_INCLUDED = [
  'Die Sozialversicherungsnummer ist verschlüsselt gespeichert und hier verdeckt.',
  'Links und Codes, mit denen man eine Adresse bestätigt oder über eine Anfrage entscheidet, sind unkenntlich.',
  `Prüfwerte, mit denen das Portal Missbrauch erkennt, werden nach spätestens ${KNOWN_DAYS} Tagen gelöscht und lassen nicht auf die Person schließen.`,
]

/** Returns all data that are stored about the patient, under their wire names. */
export function patientData(ctx: Ctx, rows: PatientRows) {
  const { name, address, zip, city, phone, mail } = readSettings(ctx, 'practice')
  const odooEventByBooking = new Map(rows.odooEvents.map((event) => [event.bookingId, event]))
  return {
    person: rows.label,
    mailboxes: rows.mailboxes,
    exported_at: isoAt(ctx.now),
    practice: { name, address, zip, city, phone, mail },
    bookings: rows.bookings.map((booking) => ({
      ...bookingData(booking),
      answers: decryptAnswers(ctx, booking),
      note: noteOf(ctx, booking),
      patient_note: storedPatientNote(ctx, booking),
      odoo_event: odooEventByBooking.get(booking.id)?.eventId ?? null,
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
    contact: { ...contactTextsOf(booking), booker: bookerOf(booking) },
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

/** Leaves out the name of the staff member who acted, because it is not about the patient. */
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
