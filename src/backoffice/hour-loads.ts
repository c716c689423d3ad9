import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { mergeIntervals } from '../schedule/intervals.ts'
import { readWorkingTime } from '../schedule/working-time.ts'
import { HOUR, type Interval, MINUTE, weekdayOf } from '../shared/day.ts'
import { dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { startsWithin } from './booking-filter.ts'

/** Days before today whose utilisation is counted: twelve whole weeks, so that each weekday counts alike. */
export const UTILISED_DAYS = 84

/** Minutes in one hour of a weekday (0 is Sunday), of all counted resources together. */
export type HourLoad = Readonly<{ weekday: number; hour: number; capacity: number; booked: number }>

/** Which bookings count: those of a service, of a resource, or of both; without either of them, all do. */
export type CountedBookings = Readonly<{ serviceId?: string | undefined; resourceId?: string | undefined }>

/**
 * Counts the working minutes in each hour of the week, and how many of them appointments took, paddings
 * included. Hours without working time are left out. An anonymised booking does not count, because its hour
 * is not known.
 */
export function loadByHour(ctx: Ctx, counted: CountedBookings): HourLoad[] {
  const today = dayNumberAt(ctx.now)
  const from = today - UTILISED_DAYS
  const taken = occupiedByDay(ctx, [from, today], counted)
  /** The loads in milliseconds, by hour of the week. Hour 0 is the first one of Sunday. */
  const loads = new Map<number, { capacity: number; booked: number }>()
  const add = (figure: 'capacity' | 'booked', day: number, interval: Interval) => {
    for (const { hour, length } of hoursOf(interval)) {
      const hourOfWeek = weekdayOf(day) * 24 + hour
      const load = loads.get(hourOfWeek) ?? { capacity: 0, booked: 0 }
      loads.set(hourOfWeek, load)
      load[figure] += length
    }
  }
  for (const { day, timesByResource } of readWorkingTime(ctx, from, today, counted.resourceId)) {
    for (const working of timesByResource.flat()) add('capacity', day, working)
    // Merged, because an appointment would otherwise count twice where two resources work at the same time.
    for (const open of mergeIntervals(timesByResource.flat()))
      for (const occupied of taken.get(day) ?? []) add('booked', day, overlapOf(open, occupied))
  }
  return [...loads]
    .toSorted(([a], [b]) => a - b)
    .map(([hourOfWeek, { capacity, booked }]) => ({
      weekday: Math.floor(hourOfWeek / 24),
      hour: hourOfWeek % 24,
      capacity: Math.round(capacity / MINUTE),
      booked: Math.round(booked / MINUTE),
    }))
}

/**
 * Returns the times that appointments took, paddings included, by the Vienna day (since 1970) of their start.
 */
function occupiedByDay(
  ctx: Ctx,
  [from, to]: readonly [number, number],
  counted: CountedBookings,
): Map<number, Interval[]> {
  const rows = ctx.db
    .select({
      startsAt: occupations.startsAt,
      endsAt: occupations.endsAt,
      bookingStartsAt: bookings.startsAt,
    })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
    .where(and(startsWithin(from, to), isCounted(counted)))
    .all()
  return Map.groupBy(rows, ({ bookingStartsAt }) => dayNumberAt(bookingStartsAt))
}

function isCounted({ serviceId, resourceId }: CountedBookings): SQL | undefined {
  return and(
    serviceId === undefined ? undefined : eq(bookings.serviceId, serviceId),
    resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
  )
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
