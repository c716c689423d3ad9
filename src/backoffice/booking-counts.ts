import { and, gte, lt, ne, sql } from 'drizzle-orm'
import { IS_FIRST_VISIT } from '../booking/first-visits.ts'
import type { Ctx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { DAY_LENGTH, type DayNumber } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'

/**
 * This module counts the bookings of a day for the page "Auswertung". A tally is the number of bookings with
 * one property, for example of those that were cancelled.
 */

/**
 * Raise this number when a tally counts differently. Days that were stored by another version are counted
 * again.
 */
export const COUNTING_VERSION = 1

/**
 * The bookings of one service and one resource on a day. These fields are stored as JSON (`counted_days`), so
 * another name or meaning of one needs another `COUNTING_VERSION`.
 */
export type BookingCount = Readonly<{
  serviceId: string
  resourceId: string
  tallies: Tallies
  /** Milliseconds from each answered request to its answer. */
  answers: readonly number[]
  /** Milliseconds from each booking to its start, where that is known. */
  ahead: readonly number[]
}>

/**
 * Prepares the query for the bookings that start between `from` and `to`. It reads no column that names the
 * patient; lengths are in milliseconds.
 */
const prepareSelection = (db: Db) =>
  db
    .select({
      serviceId: bookings.serviceId,
      resourceId: bookings.resourceId,
      status: bookings.status,
      isFirstVisit: sql<0 | 1>`(${IS_FIRST_VISIT})`,
      attendance: bookings.attendance,
      /** The patient has asked for the booking. A manual one has its own id instead of a hold's. */
      isAsked: sql<0 | 1>`${ne(bookings.holdId, bookings.id)}`,
      answeredAfterMs: bookings.answeredAfterMs,
      cancelledBy: bookings.cancelledBy,
      cancelledAheadMs: bookings.cancelledAheadMs,
      isFromWaitingList: bookings.fromWaitingList,
      /** Anonymisation stores this, because it reduces the times of a booking to the month. */
      bookedAheadMs: sql<
        number | null
      >`ifnull(${bookings.bookedAheadMs}, case when not ${bookings.anonymised} then ${bookings.startsAt} - ${bookings.createdAt} end)`,
    })
    .from(bookings)
    .where(and(gte(bookings.startsAt, sql.placeholder('from')), lt(bookings.startsAt, sql.placeholder('to'))))
    .prepare()

const selectBookings = prepared(prepareSelection)

type CountedRow = ReturnType<ReturnType<typeof prepareSelection>['all']>[number]

/** Whether a booking belongs to each tally. */
const TALLY_TESTS = {
  bookings: () => true,
  firstVisits: ({ isFirstVisit }) => isFirstVisit === 1,
  rejected: ({ status }) => status === 'rejected',
  cancelled: isCancelled,
  cancelledByPatient: (row) => isCancelled(row) && row.cancelledBy === 'patient',
  cancelledByPractice: (row) => isCancelled(row) && row.cancelledBy === 'practice',
  // An appointment that was cancelled after its start counts here too.
  cancelledWithinDay: (row) =>
    isCancelledAhead(row, { fromMs: Number.NEGATIVE_INFINITY, belowMs: DAY_LENGTH }),
  cancelledWithinWeek: (row) => isCancelledAhead(row, { fromMs: DAY_LENGTH, belowMs: 7 * DAY_LENGTH }),
  cancelledEarlier: (row) =>
    isCancelledAhead(row, { fromMs: 7 * DAY_LENGTH, belowMs: Number.POSITIVE_INFINITY }),
  missed: ({ attendance }) => attendance === 'no_show',
  asked: ({ isAsked }) => isAsked === 1,
  fromWaitingList: ({ isFromWaitingList }) => isFromWaitingList,
} satisfies Record<string, (row: CountedRow) => boolean>

/** The number of bookings in each tally. */
export type Tallies = Readonly<Record<keyof typeof TALLY_TESTS, number>>

function isCancelled({ status }: CountedRow): boolean {
  return status === 'cancelled'
}

/** Returns whether the booking was cancelled within these limits before its start. */
function isCancelledAhead(
  row: CountedRow,
  { fromMs, belowMs }: Readonly<{ fromMs: number; belowMs: number }>,
): boolean {
  const aheadMs = row.cancelledAheadMs
  return isCancelled(row) && aheadMs !== null && aheadMs >= fromMs && aheadMs < belowMs
}

/** Counts the bookings of a Vienna day, by service and resource. */
export function countBookingsOn({ db }: Ctx, day: DayNumber): BookingCount[] {
  const rows = selectBookings(db).all({ from: startOfDay(day), to: startOfDay(day + 1) })
  const groups = Map.groupBy(rows, ({ serviceId, resourceId }) => JSON.stringify([serviceId, resourceId]))
  return [...groups.values()].map(countRows)
}

/** Counts the rows of one service and resource, of which there is at least one. */
function countRows(rows: readonly CountedRow[]): BookingCount {
  const [firstRow] = rows
  const { serviceId, resourceId } = firstRow as CountedRow
  const askedRows = rows.filter(TALLY_TESTS.asked)
  return {
    serviceId,
    resourceId,
    tallies: makeTallies((name) => rows.filter(TALLY_TESTS[name]).length),
    answers: askedRows.flatMap(({ answeredAfterMs }) => answeredAfterMs ?? []),
    ahead: rows.flatMap(({ bookedAheadMs }) => bookedAheadMs ?? []),
  }
}

/** Adds up each tally of the counts. */
export function addUpTallies(counts: readonly BookingCount[]): Tallies {
  return makeTallies((name) => counts.reduce((sum, { tallies }) => sum + tallies[name], 0))
}

/** Makes tallies of the numbers that `numberOf` returns. */
function makeTallies(numberOf: (name: keyof Tallies) => number): Tallies {
  const names = Object.keys(TALLY_TESTS) as (keyof Tallies)[]
  return Object.fromEntries(names.map((name) => [name, numberOf(name)])) as Tallies
}
