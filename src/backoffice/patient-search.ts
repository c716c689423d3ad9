import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { isSamePatient, listBookingsOfPatient, PATIENT_COLUMNS } from '../booking/patients.ts'
import type { Ctx } from '../ctx.ts'
import { bookingSearch, bookings } from '../db/schema.ts'
import type { Day } from '../shared/day.ts'
import { readTypedBirthDate } from '../shared/typed-day.ts'
import { dayAt } from '../time/vienna.ts'
import { type Patient, patientOf } from './patients.ts'
import { patientQuery } from './search-query.ts'

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

/** Yields the bookings that a search finds, latest start first. */
function bookingsNewestFirst(ctx: Ctx, search: string): Iterable<FoundBooking> {
  const birthDate = readTypedBirthDate(search, dayAt(ctx.now))
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
