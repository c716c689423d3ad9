import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { getBooking } from '../booking/bookings.ts'
import { patientNoteOf } from '../booking/notes.ts'
import {
  isSamePatient,
  lastVisitIn,
  listBookingsOfPatient,
  nextVisitIn,
  PATIENT_COLUMNS,
  type PatientBooking,
  type Visits,
  visitsIn,
} from '../booking/patients.ts'
import { listWaiting } from '../booking/waiting-entries.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookingSearch, bookings, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import type { Day, Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { typedBirthDate } from '../shared/typed-day.ts'
import { dayAt } from '../time/vienna.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'
import { listMessages } from './booking-messages.ts'
import { patientQuery } from './search-query.ts'

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

/** The most patients that a search returns. */
const FOUND_AT_MOST = 8
/** Bookings read at once, and in all: a search for two common letters must stay quick. */
const BOOKINGS_READ = { page: 100, most: 1_000 }

type FoundBooking = Parameters<typeof isSamePatient>[0]

/**
 * Finds patients by the beginning of names, a part of the phone number or e-mail address, or the birth date.
 * Patients with the latest appointments come first.
 */
export function findPatients(ctx: Ctx, search: string): Patient[] {
  const found: FoundBooking[] = []
  for (const booking of bookingsNewestFirst(ctx, search)) {
    if (found.some((other) => isSamePatient(other, booking))) continue
    found.push(booking)
    if (found.length === FOUND_AT_MOST) break
  }
  return found.map((booking) => patientOf(ctx, listBookingsOfPatient(ctx, booking)))
}

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
export function listMessagesOf(ctx: Ctx, patient: PatientPage): ReturnType<typeof listMessages> {
  return patient.bookings
    .flatMap(({ booking }) => listMessages(ctx, booking.id))
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, MESSAGES_AT_MOST)
}

/** @param ofPatient all bookings of the patient, at least one, by start */
function patientOf(ctx: Ctx, ofPatient: readonly PatientBooking[]): Patient {
  return {
    newest: ofPatient.at(-1) as PatientBooking,
    visits: visitsIn(ctx, ofPatient),
    lastVisit: lastVisitIn(ctx, ofPatient),
    next: nextVisitIn(ctx, ofPatient),
  }
}

/** Yields the bookings that a search finds, latest start first. */
function bookingsNewestFirst(ctx: Ctx, search: string): Iterable<FoundBooking> {
  const birthDate = typedBirthDate(search, dayAt(ctx.now))
  if (birthDate !== undefined) return listBornOn(ctx, birthDate)
  const query = patientQuery(search)
  return query === undefined ? [] : matchingBookings(ctx, query)
}

/** Lists the bookings of everybody born on this day. They are few, so they are read at once. */
function listBornOn({ db }: Ctx, birthDate: Day): FoundBooking[] {
  return db
    .select(PATIENT_COLUMNS)
    .from(bookings)
    .where(and(eq(bookings.birthOn, birthDate), sql`${bookings.anonymised} = 0`))
    .orderBy(desc(bookings.startsAt))
    .limit(BOOKINGS_READ.most)
    .all()
}

/**
 * Yields the bookings whose words match, page by page, because a search mostly needs only the first ones. The
 * rowid of the index is made from the start, so both have the same order (`bookingSearch.id`).
 * @param query for FTS5
 */
function* matchingBookings({ db }: Ctx, query: string): Generator<FoundBooking> {
  const rowid = sql<number>`booking_search_index.rowid`
  let belowRowid = Number.MAX_SAFE_INTEGER
  for (let read = 0; read < BOOKINGS_READ.most; read += BOOKINGS_READ.page) {
    const page = db
      .select({ rowid, ...PATIENT_COLUMNS })
      .from(
        sql`booking_search_index inner join booking_search on booking_search.id = booking_search_index.rowid`,
      )
      .innerJoin(bookings, eq(bookings.id, bookingSearch.bookingId))
      .where(and(sql`booking_search_index match ${query}`, lt(rowid, belowRowid)))
      .orderBy(desc(rowid))
      .limit(BOOKINGS_READ.page)
      .all()
    yield* page
    if (page.length < BOOKINGS_READ.page) return
    belowRowid = page.at(-1)?.rowid ?? belowRowid
  }
}
