import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookingSearch, bookings } from '../db/schema.ts'
import {
  DAY_LENGTH,
  type Day,
  type DayNumber,
  dayNumber,
  type Instant,
  type Interval,
} from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'
import { patientQuery } from './search-query.ts'

/** This module turns the filters of the lists of bookings into SQL. */

/** The first and the last Vienna day. A missing day sets no limit. */
export type DayRange = Readonly<{ from?: Day | undefined; to?: Day | undefined }>

/** Narrows a list of bookings. A missing field sets no limit. */
export type BookingFilter = DayRange &
  Readonly<{
    status?: Booking['status'] | undefined
    /** An appointment is past once it has ended. Past ones are listed latest first. */
    when?: 'coming' | 'past' | undefined
    /** Words of a name or an e-mail address, or a phone number, as `patientQuery` reads them. */
    search?: string
    resourceId?: string | undefined
  }>

/**
 * Returns the table and the condition that find the matching bookings. Both tables of the search number their
 * rows by start. This number, `startRank`, orders and filters like the start, and lets SQLite read one page
 * only.
 */
export function searchSource(ctx: Ctx, filter: BookingFilter) {
  const { source, startRank, isMatch } = searchTables(patientQuery(filter.search ?? ''))
  const condition = and(
    isMatch,
    matchesFilter(ctx, filter, { ...bookingSearch, startsAt: startRank }),
    filter.resourceId === undefined ? undefined : isOfResource(filter.resourceId),
  )
  return { source, startRank, condition }
}

/**
 * Returns the tables that a search reads: those of the index if it has words, else the list of all bookings.
 * @param query for FTS5 (`patientQuery`); undefined without words
 */
function searchTables(query: string | undefined) {
  if (query === undefined)
    return { source: sql`booking_search`, startRank: sql<number>`booking_search.id`, isMatch: undefined }
  return {
    source: sql`booking_search_index inner join booking_search on booking_search.id = booking_search_index.rowid`,
    startRank: sql<number>`booking_search_index.rowid`,
    isMatch: sql`booking_search_index match ${query}`,
  }
}

/** Returns the condition that the booking of a row of the search table belongs to this resource. */
function isOfResource(resourceId: string): SQL {
  return sql`exists (select 1 from ${bookings} where ${bookings.id} = ${bookingSearch.bookingId} and ${bookings.resourceId} = ${resourceId})`
}

/** The columns that a filter compares, of bookings or of a table of the search. */
type FilteredColumns = Readonly<Record<'startsAt' | 'endsAt' | 'status', SQLWrapper>>

/** Returns the condition of a filter, without its search and resource. */
function matchesFilter(
  { now }: Ctx,
  { from, to, status, when }: BookingFilter,
  columns: FilteredColumns,
): SQL | undefined {
  const { startsAt, endsAt } = columns
  return and(
    when === 'past' ? lte(endsAt, now) : undefined,
    when === 'coming' ? endsAfter(now, columns) : undefined,
    from === undefined ? undefined : gte(startsAt, startOfDay(dayNumber(from))),
    to === undefined ? undefined : lt(startsAt, startOfDay(dayNumber(to) + 1)),
    status === undefined ? undefined : eq(columns.status, status),
  )
}

/**
 * Returns the condition that a booking ends after this instant. No booking is longer than a day, so the index
 * of starts limits what is read.
 */
function endsAfter(instant: Instant, { startsAt, endsAt }: Omit<FilteredColumns, 'status'>): SQL | undefined {
  return and(gt(endsAt, instant), gt(startsAt, instant - DAY_LENGTH))
}

/** Returns the order of a list: by start, past bookings latest first. */
export function orderByStart({ when }: BookingFilter, startsAt: SQLWrapper = bookings.startsAt): SQL {
  return (when === 'past' ? desc : asc)(startsAt)
}

/** Returns the condition that a booking overlaps the interval. */
export function bookingOverlaps({ startsAt, endsAt }: Interval): SQL | undefined {
  return and(endsAfter(startsAt, bookings), lt(bookings.startsAt, endsAt))
}

/** Returns the condition that a booking starts on these Vienna days; `to` is not included. */
export function bookingStartsOn(from: DayNumber, to: DayNumber): SQL | undefined {
  return and(gte(bookings.startsAt, startOfDay(from)), lt(bookings.startsAt, startOfDay(to)))
}
