import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { decrypt, encrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { listBookingsOfPatient } from './patients.ts'

/**
 * The practice's internal notes on an appointment and on its patient. They never leave the portal, except in
 * the patient's data export (docs/behaviour.md 19.60).
 */

type Noted = Pick<Booking, 'id' | 'note' | 'patientNote'>

/** Decrypts the note on an appointment; '' without one. */
export function noteOf(ctx: Ctx, { id, note }: Noted): string {
  return note === null ? '' : decrypt(ctx, noteAad(id), note)
}

/** Decrypts the note on the patient that is stored with this booking; '' without one. */
export function storedPatientNote(ctx: Ctx, { id, patientNote }: Noted): string {
  return patientNote === null ? '' : decrypt(ctx, patientNoteAad(id), patientNote)
}

/** Returns the note on the patient whose bookings these are; '' without one. */
export function patientNoteOf(ctx: Ctx, ofPatient: readonly Readonly<{ id: string }>[]): string {
  const ids = ofPatient.map(({ id }) => id)
  const noted = ctx.db
    .select({ id: bookings.id, note: bookings.note, patientNote: bookings.patientNote })
    .from(bookings)
    .where(and(inArray(bookings.id, ids), isNotNull(bookings.patientNote)))
    .orderBy(desc(bookings.startsAt))
    .limit(1)
    .get()
  return noted === undefined ? '' : storedPatientNote(ctx, noted)
}

/**
 * Replaces the note on an appointment.
 * @param text empty removes it
 * @throws Problem 'not found'
 */
export function writeNote(ctx: Ctx, id: string, text: string): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    if (noteOf(ctx, booking) === text) return
    changeBooking(ctx, id, { note: text === '' ? null : encrypt(ctx, noteAad(id), text) })
    recordChange(ctx, id)
  })
}

/**
 * Replaces the note on a booking's patient. There is no patient file, so the note is stored with the
 * patient's newest booking, and disappears when that is anonymised.
 * @param text empty removes it
 * @throws Problem 'not found'
 */
export function writePatientNote(ctx: Ctx, bookingId: string, text: string): void {
  inTx(ctx, () => {
    const ofPatient = listBookingsOfPatient(ctx, getBooking(ctx, bookingId))
    if (patientNoteOf(ctx, ofPatient) === text) return
    const ids = ofPatient.map(({ id }) => id)
    // The time of the last change stays, because nothing about the appointments has changed.
    ctx.db.update(bookings).set({ patientNote: null }).where(inArray(bookings.id, ids)).run()
    const newest = ofPatient.at(-1)?.id ?? bookingId
    if (text !== '') {
      const patientNote = encrypt(ctx, patientNoteAad(newest), text)
      ctx.db.update(bookings).set({ patientNote }).where(eq(bookings.id, newest)).run()
    }
    recordChange(ctx, newest)
  })
}

/** Records in history and audit who has changed a note, but not its text. */
function recordChange(ctx: Ctx, id: string): void {
  recordEvent(ctx, id, 'note-changed')
  recordAudit(ctx, 'booking-note-changed', bookingSubject(id))
}

/** Returns the text that binds an encrypted note on an appointment to its booking. */
function noteAad(bookingId: string) {
  return `bookings:note:${bookingId}` as const
}

/** Returns the text that binds an encrypted note on a patient to the booking that stores it. */
function patientNoteAad(bookingId: string) {
  return `bookings:patient_note:${bookingId}` as const
}
