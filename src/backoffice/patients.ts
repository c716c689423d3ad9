import { inArray, sql } from 'drizzle-orm'
import { getBooking } from '../booking/bookings.ts'
import { isSamePatient, listBookingsOfPatient, type Visits, visitsIn } from '../booking/patients.ts'
import { listWaiting } from '../booking/waiting-entries.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookingSearch, bookings, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import { stands } from '../shared/booking.ts'
import type { Day, Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { typedBirthDate } from '../shared/typed-day.ts'
import { dayAt } from '../time/vienna.ts'
import { type ListedBooking, patientQuery, selectListed } from './booking-list.ts'

/** The practice finds patients by their bookings, because there is no patient file (docs/behaviour.md 19). */

/** A patient, named by the newest booking. */
export type Patient = Readonly<{
  newest: Booking
  visits: Visits
  /** The start of the last appointment that the patient came to; undefined for somebody who never did. */
  lastVisit: Instant | undefined
  /** The start of the next appointment that is requested or confirmed. */
  next: Instant | undefined
}>

/** The most patients that a search answers. */
const FOUND_AT_MOST = 8
/** Bookings read at once, and in all: the search of two common letters must stay quick. */
const BOOKINGS_READ = { page: 50, most: 1_000 }

/**
 * Finds patients by the beginning of names, a part of the phone number or e-mail address, or the birth date,
 * those with the latest appointments first.
 */
export function findPatients(ctx: Ctx, search: string): Patient[] {
  const found: Booking[] = []
  for (const booking of bookingsNewestFirst(ctx, search)) {
    if (found.some((other) => isSamePatient(other, booking))) continue
    found.push(booking)
    if (found.length === FOUND_AT_MOST) break
  }
  return found.map((booking) => patientOf(ctx, listBookingsOfPatient(ctx, booking)))
}

export type PatientPage = Patient & Readonly<{ bookings: ListedBooking[]; waiting: WaitingEntryRow[] }>

/**
 * Returns the patient whom a booking is for, with all bookings, the newest first, and what the patient waits
 * for.
 * @throws Problem 'not found'
 */
export function getPatient(ctx: Ctx, bookingId: string): PatientPage {
  const booking = getBooking(ctx, bookingId)
  // An anonymised booking belongs to nobody.
  if (booking.anonymised) throw new Problem('not found')
  const ofPatient = listBookingsOfPatient(ctx, booking)
  const ids = ofPatient.map(({ id }) => id)
  return {
    ...patientOf(ctx, ofPatient),
    bookings: selectListed(ctx, inArray(bookings.id, ids)).all().toReversed(),
    waiting: listWaiting(ctx, inArray(waitingEntries.bookingId, ids)),
  }
}

/** @param ofPatient all bookings of the patient, by start */
function patientOf(ctx: Ctx, ofPatient: readonly Booking[]): Patient {
  const came = ofPatient.filter(
    ({ status, startsAt, attendance }) =>
      status === 'confirmed' && startsAt <= ctx.now && attendance !== 'no_show',
  )
  return {
    newest: ofPatient.at(-1) as Booking,
    visits: visitsIn(ctx, ofPatient),
    lastVisit: came.at(-1)?.startsAt,
    next: ofPatient.find(({ status, startsAt }) => stands(status) && startsAt > ctx.now)?.startsAt,
  }
}

function* bookingsNewestFirst(ctx: Ctx, search: string): Generator<Booking> {
  const born = typedBirthDate(search, dayAt(ctx.now))
  if (born !== undefined) return yield* bornOn(ctx, born)
  const query = patientQuery(search)
  if (query === undefined) return
  for (let read = 0; read < BOOKINGS_READ.most; read += BOOKINGS_READ.page) {
    const page = ctx.db
      .select({ id: sql<string>`${bookingSearch.bookingId}` })
      .from(
        sql`booking_search_index inner join booking_search on booking_search.id = booking_search_index.rowid`,
      )
      .where(sql`booking_search_index match ${query}`)
      .orderBy(sql`booking_search_index.rowid desc`)
      .limit(BOOKINGS_READ.page)
      .offset(read)
      .all()
    const ids = page.map(({ id }) => id)
    yield* selectListed(ctx, inArray(bookings.id, ids))
      .all()
      .map(({ booking }) => booking)
      .toReversed()
    if (page.length < BOOKINGS_READ.page) return
  }
}

function bornOn(ctx: Ctx, day: Day): Booking[] {
  return selectListed(ctx, sql`${bookings.birthOn} = ${day}`)
    .all()
    .map(({ booking }) => booking)
    .toReversed()
}
