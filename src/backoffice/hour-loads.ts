import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { hasLength, mergeIntervals } from '../schedule/intervals.ts'
import { listWorkingDays } from '../schedule/working-time.ts'
import { type DayNumber, HOUR, type Interval, MINUTE, weekdayOf } from '../shared/day.ts'
import { UTILISED_WEEKS } from '../shared/utilisation.ts'
import { dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { bookingStartsOn } from './booking-filter.ts'

/** Minutes in one hour of a weekday (0 is Sunday), of all counted resources together. */
export type HourLoad = Readonly<{ weekday: number; hour: number; capacityMin: number; bookedMin: number }>

/** Limits the counted bookings to a service, to a resource, or to both. A missing field sets no limit. */
export type StatisticsFilter = Readonly<{ serviceId?: string | undefined; resourceId?: string | undefined }>

/** Times within a Vienna day. */
type DayTimes = Readonly<{ day: DayNumber; times: readonly Interval[] }>

const HOURS_PER_DAY = 24

/**
 * Counts the working minutes in each hour of the week, and how many of them appointments took, paddings
 * included. Hours without working time are left out. An anonymised booking does not count, because its hour
 * is not known.
 */
export function countLoadByHour(ctx: Ctx, filter: StatisticsFilter): HourLoad[] {
  const today = dayNumberAt(ctx.now)
  const period = { from: today - 7 * UTILISED_WEEKS, to: today }
  const occupied = occupiedByDay(ctx, period, filter)
  const working = listWorkingDays(ctx, { ...period, resourceId: filter.resourceId }).map(
    ({ day, timesOfEach }): DayTimes => ({ day, times: timesOfEach.flat() }),
  )
  const booked = working.map(
    ({ day, times }): DayTimes => ({
      day,
      // Merged, because an appointment would otherwise count twice where two resources work at the same time.
      times: overlapsOf(mergeIntervals(times), occupied.get(day) ?? []),
    }),
  )
  const bookedLengths = lengthByHour(booked)
  return [...lengthByHour(working)]
    .toSorted(([a], [b]) => a - b)
    .map(([hourOfWeek, workingLength]) => ({
      weekday: Math.floor(hourOfWeek / HOURS_PER_DAY),
      hour: hourOfWeek % HOURS_PER_DAY,
      capacityMin: Math.round(workingLength / MINUTE),
      bookedMin: Math.round((bookedLengths.get(hourOfWeek) ?? 0) / MINUTE),
    }))
}

/** Adds up the milliseconds of the times in each hour of the week. Hour 0 is the first one of Sunday. */
function lengthByHour(days: readonly DayTimes[]): Map<number, number> {
  const lengths = new Map<number, number>()
  for (const { day, times } of days)
    for (const { hour, length } of times.flatMap((time) => [...splitAtHours(time)])) {
      const hourOfWeek = weekdayOf(day) * HOURS_PER_DAY + hour
      lengths.set(hourOfWeek, (lengths.get(hourOfWeek) ?? 0) + length)
    }
  return lengths
}

/** Returns the times that appointments took, paddings included, by the Vienna day of their start. */
function occupiedByDay(
  ctx: Ctx,
  { from, to }: Readonly<{ from: DayNumber; to: DayNumber }>,
  filter: StatisticsFilter,
): Map<DayNumber, Interval[]> {
  const rows = ctx.db
    .select({
      startsAt: occupations.startsAt,
      endsAt: occupations.endsAt,
      bookingStartsAt: bookings.startsAt,
    })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
    .where(and(bookingStartsOn(from, to), matchesFilter(filter)))
    .all()
  return Map.groupBy(rows, ({ bookingStartsAt }) => dayNumberAt(bookingStartsAt))
}

/** Returns the condition that the filter counts a booking. */
function matchesFilter({ serviceId, resourceId }: StatisticsFilter): SQL | undefined {
  return and(
    serviceId === undefined ? undefined : eq(bookings.serviceId, serviceId),
    resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
  )
}

/** Returns the time that each of the intervals has in common with each of the others. */
function overlapsOf(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  const pairs = intervals.flatMap((interval) => others.map((other) => [interval, other] as const))
  return pairs
    .map(([a, b]) => ({
      startsAt: Math.max(a.startsAt, b.startsAt),
      endsAt: Math.min(a.endsAt, b.endsAt),
    }))
    .filter(hasLength)
}

/**
 * Splits an interval at the full hours of Vienna, and yields the hour of the day and the milliseconds of each
 * part. Full hours of Vienna are full hours of UTC too, because the offset has whole hours.
 */
function* splitAtHours({ startsAt, endsAt }: Interval): Generator<{ hour: number; length: number }> {
  let partStart = startsAt
  while (partStart < endsAt) {
    const nextFullHour = (Math.floor(partStart / HOUR) + 1) * HOUR
    const partEnd = Math.min(endsAt, nextFullHour)
    yield { hour: Math.floor(minuteOfDay(partStart) / 60), length: partEnd - partStart }
    partStart = partEnd
  }
}
