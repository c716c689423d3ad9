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

/** The practice finds patients by their bookings, because there is no patient file (docs/behaviour.md 19). */

/** A patient, named by the newest booking. */
export type Patient = Readonly<{
  newest: PatientBooking
  visits: Visits
  /** The start of the last appointment that the patient came to; undefined for somebody who never did. */
  lastVisit: Instant | undefined
  /** The start of the next appointment that is requested or confirmed. */
  next: Instant | undefined
}>

/** A patient with everything that the patient's page shows. */
export type PatientPage = Patient &
  Readonly<{
    stored: Booking
    bookings: ListedBooking[]
    waiting: WaitingEntryRow[]
    /** The practice's internal note; empty without one. */
    note: string
  }>

/**
 * Returns the patient of a booking, with the newest booking as `stored`, all bookings, newest first, and the
 * entries of the waiting list.
 * @throws Problem 'not found'
 */
export function getPatient(ctx: Ctx, bookingId: string): PatientPage {
  const booking = getBooking(ctx, bookingId)
  // An anonymised booking belongs to nobody.
  if (booking.anonymised) throw new Problem('not found')
  const ofPatient = listBookingsOfPatient(ctx, booking)
  const ids = ofPatient.map(({ id }) => id)
  const patient = patientOf(ctx, ofPatient)
  return {
    ...patient,
    stored: getBooking(ctx, patient.newest.id),
    bookings: selectListed(ctx, inArray(bookings.id, ids)).all().toReversed(),
    note: patientNoteOf(ctx, ofPatient),
    waiting: listWaiting(ctx, inArray(waitingEntries.bookingId, ids)),
  }
}

/** The newest messages that the page of a patient shows. */
const MESSAGES_AT_MOST = 50

/** Lists the messages about the bookings of a patient, newest first. */
export function listMessagesOfPatient(
  ctx: Ctx,
  patient: PatientPage,
): ReturnType<typeof listMessagesOfBooking> {
  return patient.bookings
    .flatMap(({ booking }) => listMessagesOfBooking(ctx, booking.id))
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, MESSAGES_AT_MOST)
}

/**
 * Returns the patient of these bookings.
 * @param ofPatient all bookings of the patient, at least one, by start
 */
export function patientOf(ctx: Ctx, ofPatient: readonly PatientBooking[]): Patient {
  return {
    newest: ofPatient.at(-1) as PatientBooking,
    visits: countVisitsIn(ctx, ofPatient),
    lastVisit: lastVisitIn(ctx, ofPatient),
    next: nextVisitIn(ctx, ofPatient),
  }
}
