import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { totalLength } from '../schedule/intervals.ts'
import { readWorkingTime } from '../schedule/working-time.ts'
import { STANDING } from '../shared/booking.ts'
import { type Day, dayFromNumber, daysSinceMonday, MINUTE, twoDigits } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { startsWithin } from './booking-filter.ts'

/** The appointments of one week, from Monday to Sunday. */
export type WeekCount = Readonly<{
  /** ISO 8601: `2027-W01`. */
  week: string
  /** Number of the week within its year. */
  number: number
  /** Requested and confirmed appointments that start in this week. */
  count: number
  /** Those of `count` whose patient did not come. */
  noShows: number
  /** The week is the current one. */
  running: boolean
}>

/** The working time of a day, and how much of it is taken. */
export type DayLoad = Readonly<{
  day: Day
  /** Working minutes of all resources, or of the requested one, without absences. */
  capacity: number
  /**
   * Minutes of appointments with paddings; can exceed the capacity, because some lie outside working hours.
   */
  booked: number
  /** Requested and confirmed appointments. */
  count: number
}>

/**
 * Counts the appointments in each of the last weeks (Monday to Sunday in Vienna), the current week last.
 * @param resourceId limits them to this resource
 */
export function countByWeek(ctx: Ctx, weeks: number, resourceId?: string): WeekCount[] {
  const today = dayNumberAt(ctx.now)
  const monday = today - daysSinceMonday(today)
  const first = monday - 7 * (weeks - 1)
  const appointments = ctx.db
    .select({ startsAt: bookings.startsAt, attendance: bookings.attendance })
    .from(bookings)
    .where(
      and(
        inArray(bookings.status, STANDING),
        eq(bookings.anonymised, false),
        startsWithin(first, monday + 7),
        resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
      ),
    )
    .all()
  const counts = Array.from({ length: weeks }, () => ({ count: 0, noShows: 0 }))
  for (const { startsAt, attendance } of appointments) {
    const week = counts[Math.floor((dayNumberAt(startsAt) - first) / 7)]
    if (week === undefined) continue
    week.count += 1
    if (attendance === 'no_show') week.noShows += 1
  }
  return counts.map((week, i) => ({ ...nameOfWeek(first + 7 * i), ...week, running: i === weeks - 1 }))
}

/**
 * Returns capacity and load of the next days, from today on.
 * @param resourceId limits both to this resource
 */
export function loadAhead(ctx: Ctx, days: number, resourceId?: string): DayLoad[] {
  const today = dayNumberAt(ctx.now)
  return loadOn(ctx, today, today + days, resourceId)
}

/**
 * Returns capacity and load of each Vienna day (since 1970) from `from` to `to`; `to` is not included. An
 * appointment belongs to the day on which it starts.
 * @param resourceId limits both to this resource
 */
export function loadOn(ctx: Ctx, from: number, to: number, resourceId?: string): DayLoad[] {
  // Only requested and confirmed bookings have an occupation, so the status need not be compared.
  const appointments = ctx.db
    .select({
      startsAt: bookings.startsAt,
      length: sql<number>`${occupations.endsAt} - ${occupations.startsAt}`,
    })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
    .where(
      and(
        startsWithin(from, to),
        resourceId === undefined ? undefined : eq(occupations.resourceId, resourceId),
      ),
    )
    .all()
  const loads = Array.from({ length: to - from }, () => ({ booked: 0, count: 0 }))
  for (const { startsAt, length } of appointments) {
    const load = loads[dayNumberAt(startsAt) - from]
    if (load === undefined) continue
    load.booked += length
    load.count += 1
  }
  return readWorkingTime(ctx, from, to, resourceId).map(({ day, timesByResource }, i) => ({
    day: dayFromNumber(day),
    capacity: minutes(totalLength(timesByResource.flat())),
    booked: minutes(loads[i]?.booked ?? 0),
    count: loads[i]?.count ?? 0,
  }))
}

/**
 * Names a week by ISO 8601. It belongs to the year of its Thursday, so the first days of January may be in
 * week 53.
 */
function nameOfWeek(monday: number): { week: string; number: number } {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(dayFromNumber(monday))
  const number = weekOfYear ?? 0
  return { week: `${yearOfWeek}-W${twoDigits(number)}`, number }
}

function minutes(milliseconds: number): number {
  return Math.round(milliseconds / MINUTE)
}
