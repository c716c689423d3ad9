import { and, eq, gte, lt, not, or } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { countedDays } from '../db/schema.ts'
import type { DayNumber } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'
import { type BookingCount, COUNTING_VERSION, countBookingsOn } from './booking-counts.ts'

/**
 * This module stores the counts of each day, because counting a hundred thousand bookings takes seconds.
 * Triggers delete the counts of each day that a change may affect: the day of the changed booking, and the
 * days of later bookings for the same name, because the changed one may have been the first visit.
 */

/** The condition that the present version has counted the day. */
const IS_CURRENT = eq(countedDays.version, COUNTING_VERSION)

/** Days that one transaction counts, which takes some milliseconds with a hundred bookings on each. */
const DAYS_AT_ONCE = 2

/** Vienna days; `to` is not included. */
export type DaySpan = Readonly<{ from: DayNumber; to: DayNumber }>

/** Returns the counts of each day, the first day first: the stored ones, or else counted now. */
export function readDayCounts(ctx: Ctx, span: DaySpan): (readonly BookingCount[])[] {
  const rows = ctx.db
    .select()
    .from(countedDays)
    .where(and(isWithin(span), IS_CURRENT))
    .all()
  const storedCounts = new Map(rows.map(({ startsAt, counts }) => [startsAt, counts]))
  return listDays(span).map((day) => {
    const counts = storedCounts.get(startOfDay(day))
    return counts === undefined ? countBookingsOn(ctx, day) : (JSON.parse(counts) as BookingCount[])
  })
}

/**
 * Stores the counts of a few days that have none stored, and deletes those of earlier days and of other
 * versions.
 * @returns whether there may be more
 */
export function storeDayCounts(ctx: Ctx, span: DaySpan): boolean {
  const { db } = ctx
  return inTx(ctx, () => {
    const { startsAt } = countedDays
    const isEarlier = lt(startsAt, startOfDay(span.from))
    db.delete(countedDays)
      .where(or(isEarlier, not(IS_CURRENT)))
      .run()
    const stored = db.select({ startsAt }).from(countedDays).where(isWithin(span)).all()
    const storedStarts = new Set(stored.map((row) => row.startsAt))
    const uncounted = listDays(span).filter((day) => !storedStarts.has(startOfDay(day)))
    for (const day of uncounted.slice(0, DAYS_AT_ONCE)) {
      const counts = JSON.stringify(countBookingsOn(ctx, day))
      db.insert(countedDays)
        .values({ startsAt: startOfDay(day), counts, version: COUNTING_VERSION })
        .run()
    }
    return uncounted.length > DAYS_AT_ONCE
  })
}

/** Returns the condition that a stored day lies within the span. */
function isWithin({ from, to }: DaySpan) {
  return and(gte(countedDays.startsAt, startOfDay(from)), lt(countedDays.startsAt, startOfDay(to)))
}

function listDays({ from, to }: DaySpan): DayNumber[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
