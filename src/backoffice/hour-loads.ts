import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { mergeIntervals } from '../schedule/intervals.ts'
import { listWorkingDays } from '../schedule/working-time.ts'
import { type DayNumber, HOUR, type Interval, MINUTE, weekdayOf } from '../shared/day.ts'
import { UTILISED_WEEKS } from '../shared/utilisation.ts'
import { dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { bookingStartsOn } from './booking-filter.ts'

/** Minutes in one hour of a weekday (0 is Sunday), of all counted resources together. */
export type HourLoad = Readonly<{ weekday: number; hour: number; capacityMin: number; bookedMin: number }>

/** Which bookings count: those of a service, of a resource, or of both; without either of them, all do. */
export type CountedBookings = Readonly<{ serviceId?: string | undefined; resourceId?: string | undefined }>

/**
 * Counts the working minutes in each hour of the week, and how many of them appointments took, paddings
 * included. Hours without working time are left out. An anonymised booking does not count, because its hour
 * is not known.
 */
export function countLoadByHour(ctx: Ctx, counted: CountedBookings): HourLoad[] {
  const today = dayNumberAt(ctx.now)
  const from = today - 7 * UTILISED_WEEKS
  const days = listWorkingDays(ctx, { from, to: today, resourceId: counted.resourceId })
  const occupied = occupiedByDay(ctx, [from, today], counted)
  const working = lengthByHour(days.map(({ day, timesOfEach }) => ({ day, times: timesOfEach.flat() })))
  const booked = lengthByHour(
    days.map(({ day, timesOfEach }) => {
      // Merged, because an appointment would otherwise count twice where two resources work at the same time.
      const openTimes = mergeIntervals(timesOfEach.flat())
      return { day, times: overlapsOf(openTimes, occupied.get(day) ?? []) }
    }),
  )
  return [...working]
    .toSorted(([a], [b]) => a - b)
    .map(([hourOfWeek, length]) => ({
      weekday: Math.floor(hourOfWeek / 24),
      hour: hourOfWeek % 24,
      capacityMin: Math.round(length / MINUTE),
      bookedMin: Math.round((booked.get(hourOfWeek) ?? 0) / MINUTE),
    }))
}

/** Adds up the milliseconds of the times in each hour of the week. Hour 0 is the first one of Sunday. */
function lengthByHour(days: readonly Readonly<{ day: DayNumber; times: Interval[] }>[]): Map<number, number> {
  const lengths = new Map<number, number>()
  for (const { day, times } of days)
    for (const { hour, length } of times.flatMap((time) => [...hoursOf(time)])) {
      const hourOfWeek = weekdayOf(day) * 24 + hour
      lengths.set(hourOfWeek, (lengths.get(hourOfWeek) ?? 0) + length)
    }
  return lengths
}

/** Returns the times that appointments took, paddings included, by the Vienna day of their start. */
function occupiedByDay(
  ctx: Ctx,
  [from, to]: readonly [DayNumber, DayNumber],
  counted: CountedBookings,
): Map<DayNumber, Interval[]> {
  const rows = ctx.db
    .select({
      startsAt: occupations.startsAt,
      endsAt: occupations.endsAt,
      bookingStartsAt: bookings.startsAt,
    })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
    .where(and(bookingStartsOn(from, to), isCounted(counted)))
    .all()
  return Map.groupBy(rows, ({ bookingStartsAt }) => dayNumberAt(bookingStartsAt))
}

function isCounted({ serviceId, resourceId }: CountedBookings): SQL | undefined {
  return and(
    serviceId === undefined ? undefined : eq(bookings.serviceId, serviceId),
    resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
  )
}

/** Returns the part that each of the intervals has in common with each of the others. */
function overlapsOf(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return intervals.flatMap((a) => others.map((b) => overlapOf(a, b)))
}

/** Returns the intersection of two intervals. Its end is not after its start if they do not overlap. */
function overlapOf(a: Interval, b: Interval): Interval {
  return { startsAt: Math.max(a.startsAt, b.startsAt), endsAt: Math.min(a.endsAt, b.endsAt) }
}

/**
 * Splits an interval at the full hours of Vienna. These are full hours of UTC too, because the offset has
 * whole hours.
 */
function* hoursOf({ startsAt, endsAt }: Interval): Generator<{ hour: number; length: number }> {
  for (let at = startsAt; at < endsAt; ) {
    const next = Math.min(endsAt, (Math.floor(at / HOUR) + 1) * HOUR)
    yield { hour: Math.floor(minuteOfDay(at) / 60), length: next - at }
    at = next
  }
}
