import { inArray } from 'drizzle-orm'
import { getBooking } from '../booking/bookings.ts'
import { patientNoteOf } from '../booking/notes.ts'
import {
  countVisitsIn,
  lastVisitIn,
  listBookingsOfPatient,
  nextVisitIn,
  type PatientBooking,
  type Visits,
} from '../booking/patients.ts'
import { listWaiting } from '../booking/waiting-entries.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'
import { listMessagesOfBooking } from './booking-messages.ts'

/**
 * This module reads patients from their bookings, because there is no patient file (docs/behaviour.md 19).
 */

/** A patient, named by the newest booking. */
export type Patient = Readonly<{
  newest: PatientBooking
  visits: Visits
  /** The start of the last appointment that the patient came to; undefined for somebody who never did. */
  lastVisit: Instant | undefined
  /** The start of the next appointment that is requested or confirmed. */
  next: Instant | undefined
}>

/** A patient with everything that the patient's page shows, except the messages. */
type PatientWithBookings = Patient &
  Readonly<{
    /** All columns of the newest booking, for the contact. */
    newestBooking: Booking
    /** The latest one first. */
    bookings: ListedBooking[]
    waiting: WaitingEntryRow[]
    /** The practice's internal note; empty without one. */
    note: string
  }>

/**
 * Returns the patient of a booking, with all bookings and the entries of the waiting list.
 * @throws Problem 'not found'
 */
export function getPatient(ctx: Ctx, bookingId: string): PatientWithBookings {
  const booking = getBooking(ctx, bookingId)
  // An anonymised booking belongs to nobody.
  if (booking.anonymised) throw new Problem('not found')
  const patientBookings = listBookingsOfPatient(ctx, booking)
  const ids = patientBookings.map(({ id }) => id)
  const patient = patientOf(ctx, patientBookings)
  return {
    ...patient,
    newestBooking: getBooking(ctx, patient.newest.id),
    bookings: selectListed(ctx, inArray(bookings.id, ids)).all().toReversed(),
    note: patientNoteOf(ctx, patientBookings),
    waiting: listWaiting(ctx, inArray(waitingEntries.bookingId, ids)),
  }
}

/**
 * Returns the patient of these bookings.
 * @param patientBookings all bookings of the patient, at least one, by start
 */
export function patientOf(ctx: Ctx, patientBookings: readonly PatientBooking[]): Patient {
  return {
    newest: patientBookings.at(-1) as PatientBooking,
    visits: countVisitsIn(ctx, patientBookings),
    lastVisit: lastVisitIn(ctx, patientBookings),
    next: nextVisitIn(ctx, patientBookings),
  }
}

/** The number of messages that the page of a patient shows. */
const MESSAGES_AT_MOST = 50

/** Lists the newest `MESSAGES_AT_MOST` messages about the bookings of a patient, newest first. */
export function listMessagesOfPatient(
  ctx: Ctx,
  { bookings }: Pick<PatientWithBookings, 'bookings'>,
): ReturnType<typeof listMessagesOfBooking> {
  return bookings
    .flatMap(({ booking }) => listMessagesOfBooking(ctx, booking.id))
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, MESSAGES_AT_MOST)
}
