import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import { bookingSubject, maskedSubject } from '../access/audit.ts'
import { getBooking } from '../booking/bookings.ts'
import { listBookingsOfPatient } from '../booking/patients.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'

/** Sentences for a patient about whom nothing is stored, by what the reference was. */
export const NOTHING_STORED = {
  address: 'Zu dieser Adresse ist nichts gespeichert.',
  patient: 'Zu dieser Person ist nichts gespeichert.',
}

/**
 * An e-mail address, which finds its mailbox, or the patient whom a booking is for (docs/behaviour.md 16.17).
 */
export type PatientRef = string | Readonly<{ bookingId: string }>

/** The patient whom a reference means, with what belongs to this patient alone. */
type ReferredPatient = Readonly<{
  /** The name or e-mail address to show. */
  label: string
  /** The subject for the audit. */
  subject: string
  /** The mailbox of the e-mail address; for a booking, the mailboxes of the patient that nobody else uses. */
  mailboxes: readonly string[]
  /** By start. */
  bookings: readonly Booking[]
}>

/**
 * Returns the bookings and mailboxes of a patient.
 * @throws Problem 'not found' for '' and an unknown booking
 */
export function getReferredPatient(ctx: Ctx, patient: PatientRef): ReferredPatient {
  return typeof patient === 'string'
    ? getPatientOfMailbox(ctx, patient)
    : getPatientOfBooking(ctx, patient.bookingId)
}

function getPatientOfMailbox(ctx: Ctx, address: string): ReferredPatient {
  const mailbox = mailboxKey(address)
  // Bookings without an e-mail address have the mailbox ''.
  if (mailbox === '') throw new Problem('not found', {}, NOTHING_STORED.address)
  return {
    label: address,
    subject: maskedSubject(mailbox),
    mailboxes: [mailbox],
    bookings: listBookings(ctx, eq(bookings.mailbox, mailbox)),
  }
}

function getPatientOfBooking(ctx: Ctx, bookingId: string): ReferredPatient {
  const ids = listBookingsOfPatient(ctx, getBooking(ctx, bookingId)).map(({ id }) => id)
  const bookingsOfPatient = listBookings(ctx, inArray(bookings.id, ids))
  const newest = bookingsOfPatient.at(-1)
  if (newest === undefined) throw new Problem('not found', {}, NOTHING_STORED.patient)
  const usedMailboxes = bookingsOfPatient.map(({ mailbox }) => mailbox).filter((mailbox) => mailbox !== '')
  // When several people share an e-mail address, its verifications and holds cannot be assigned to one of
  // them, so they are included only for a patient who has the address alone.
  const isUnshared = (mailbox: string) =>
    listBookings(ctx, eq(bookings.mailbox, mailbox)).every(({ id }) => ids.includes(id))
  return {
    label: `${newest.firstName} ${newest.lastName}`,
    subject: bookingSubject(newest.id),
    mailboxes: [...new Set(usedMailboxes)].filter(isUnshared),
    bookings: bookingsOfPatient,
  }
}

/** Lists the bookings that meet the condition, anonymised ones too, by start. */
function listBookings({ db }: Ctx, condition: SQL): Booking[] {
  return db.select().from(bookings).where(condition).orderBy(asc(bookings.startsAt)).all()
}
