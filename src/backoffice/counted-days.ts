import { and, eq, gte, lt, ne, not, or, sql } from 'drizzle-orm'
import { IS_FIRST_VISIT } from '../booking/patients.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { bookings, countedDays } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'

/**
 * The bookings of a day are counted once and the counts stored, because a hundred thousand bookings take
 * seconds. Triggers delete the counts of each day that a change may alter: the day of the changed booking,
 * and those of later bookings for the same name, of which it may have been the first visit.
 */

/**
 * Raise this number when a figure counts differently. Days that were stored by another version are counted
 * again.
 */
export const COUNTING_VERSION = 1

/** The condition that the present version has counted the day. */
const IS_CURRENT = eq(countedDays.version, COUNTING_VERSION)

/** Days that one transaction counts, which takes some milliseconds with a hundred bookings on each. */
const DAYS_AT_ONCE = 2

/** Days since 1970; `to` is not included. */
type Days = readonly [from: number, to: number]

/** The bookings of one service and one resource on a day. */
export type Count = Readonly<{
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
const prepareCounted = (db: Db) =>
  db
    .select({
      serviceId: bookings.serviceId,
      resourceId: bookings.resourceId,
      status: bookings.status,
      isFirstVisit: sql<0 | 1>`(${IS_FIRST_VISIT})`,
      attendance: bookings.attendance,
      /** The patient has asked for the booking. A manual one has its own id instead of a hold's. */
      isAsked: sql<0 | 1>`${ne(bookings.holdId, bookings.id)}`,
      answeredAfter: bookings.answeredAfterMs,
      cancelledBy: bookings.cancelledBy,
      cancelledAhead: bookings.cancelledAheadMs,
      isFromWaitingList: bookings.fromWaitingList,
      /** Anonymisation stores this, because it reduces the times of a booking to the month. */
      bookedAhead: sql<
        number | null
      >`ifnull(${bookings.bookedAheadMs}, case when not ${bookings.anonymised} then ${bookings.startsAt} - ${bookings.createdAt} end)`,
    })
    .from(bookings)
    .where(and(gte(bookings.startsAt, sql.placeholder('from')), lt(bookings.startsAt, sql.placeholder('to'))))
    .prepare()

const countedBetween = prepared(prepareCounted)

type CountedRow = ReturnType<ReturnType<typeof prepareCounted>['all']>[number]

/** Which bookings each figure counts. */
const TALLIES = {
  bookings: () => true,
  firstVisits: ({ isFirstVisit }) => isFirstVisit === 1,
  rejected: ({ status }) => status === 'rejected',
  cancelled: isCancelled,
  cancelledByPatient: (row) => isCancelled(row) && row.cancelledBy === 'patient',
  cancelledByPractice: (row) => isCancelled(row) && row.cancelledBy === 'practice',
  // An appointment that was cancelled after its start counts here too.
  cancelledWithinDay: (row) => isCancelledAhead(row, Number.NEGATIVE_INFINITY, DAY_LENGTH),
  cancelledWithinWeek: (row) => isCancelledAhead(row, DAY_LENGTH, 7 * DAY_LENGTH),
  cancelledEarlier: (row) => isCancelledAhead(row, 7 * DAY_LENGTH, Number.POSITIVE_INFINITY),
  missed: ({ attendance }) => attendance === 'no_show',
  asked: ({ isAsked }) => isAsked === 1,
  fromWaitingList: ({ isFromWaitingList }) => isFromWaitingList,
} satisfies Record<string, (row: CountedRow) => boolean>

/** The number of bookings in each figure. */
export type Tallies = Readonly<Record<keyof typeof TALLIES, number>>

function isCancelled({ status }: CountedRow): boolean {
  return status === 'cancelled'
}

/** Returns whether the booking was cancelled from `from` to below `to` milliseconds before its start. */
function isCancelledAhead(row: CountedRow, from: number, to: number): boolean {
  const ahead = row.cancelledAhead
  return isCancelled(row) && ahead !== null && ahead >= from && ahead < to
}

/** Returns the counts of each day: the stored ones, or else counted now. */
export function readCounts(ctx: Ctx, days: Days): (readonly Count[])[] {
  const rows = ctx.db
    .select()
    .from(countedDays)
    .where(and(isWithin(days), IS_CURRENT))
    .all()
  const stored = new Map(rows.map(({ startsAt, counts }) => [startsAt, counts]))
  return numbersOf(days).map((day) => {
    const counts = stored.get(startOfDay(day))
    return counts === undefined ? countDay(ctx, day) : (JSON.parse(counts) as Count[])
  })
}

/**
 * Stores the counts of a few days that have none stored, and deletes those of earlier days and of other
 * versions.
 * @returns whether there may be more
 */
export function storeCounts(ctx: Ctx, days: Days): boolean {
  const { db } = ctx
  return inTx(ctx, () => {
    const { startsAt } = countedDays
    const isBefore = lt(startsAt, startOfDay(days[0]))
    db.delete(countedDays)
      .where(or(isBefore, not(IS_CURRENT)))
      .run()
    const stored = db.select({ startsAt }).from(countedDays).where(isWithin(days)).all()
    const storedStarts = new Set(stored.map((row) => row.startsAt))
    const uncounted = numbersOf(days).filter((day) => !storedStarts.has(startOfDay(day)))
    for (const day of uncounted.slice(0, DAYS_AT_ONCE)) {
      const counts = JSON.stringify(countDay(ctx, day))
      db.insert(countedDays)
        .values({ startsAt: startOfDay(day), counts, version: COUNTING_VERSION })
        .run()
    }
    return uncounted.length > DAYS_AT_ONCE
  })
}

function isWithin([from, to]: Days) {
  return and(gte(countedDays.startsAt, startOfDay(from)), lt(countedDays.startsAt, startOfDay(to)))
}

/** Returns each of the days. */
function numbersOf([from, to]: Days): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

function countDay({ db }: Ctx, day: number): Count[] {
  const rows = countedBetween(db).all({ from: startOfDay(day), to: startOfDay(day + 1) })
  const groups = Map.groupBy(rows, ({ serviceId, resourceId }) => JSON.stringify([serviceId, resourceId]))
  return [...groups.values()].map(countRows)
}

/** Counts the rows of one service and resource, of which there is at least one. */
function countRows(rows: readonly CountedRow[]): Count {
  const { serviceId, resourceId } = rows[0] as CountedRow
  const asked = rows.filter(TALLIES.asked)
  return {
    serviceId,
    resourceId,
    tallies: mapTallies((name) => rows.filter(TALLIES[name]).length),
    answers: asked.flatMap(({ answeredAfter }) => answeredAfter ?? []),
    ahead: rows.flatMap(({ bookedAhead }) => bookedAhead ?? []),
  }
}

/** Adds up each figure of the counts. */
export function addUp(counts: readonly Count[]): Tallies {
  return mapTallies((name) => counts.reduce((sum, { tallies }) => sum + tallies[name], 0))
}

function mapTallies(count: (name: keyof Tallies) => number): Tallies {
  const names = Object.keys(TALLIES) as (keyof Tallies)[]
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Tallies
}
