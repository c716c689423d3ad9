import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings } from '../db/schema.ts'
import { STANDING_STATUSES } from '../shared/booking.ts'
import { type DayNumber, dayFromNumber, daysSinceMonday, twoDigits } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { bookingStartsOn } from './booking-filter.ts'

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

/**
 * Counts the appointments in each of the last weeks (Monday to Sunday in Vienna), the current week last.
 * @param resourceId limits them to this resource
 */
export function countByWeek(ctx: Ctx, weeks: number, resourceId?: string): WeekCount[] {
  const today = dayNumberAt(ctx.now)
  const monday = today - daysSinceMonday(today)
  const firstMonday = monday - 7 * (weeks - 1)
  const appointments = ctx.db
    .select({ startsAt: bookings.startsAt, attendance: bookings.attendance })
    .from(bookings)
    .where(
      and(
        inArray(bookings.status, STANDING_STATUSES),
        eq(bookings.anonymised, false),
        bookingStartsOn(firstMonday, monday + 7),
        resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
      ),
    )
    .all()
  const counts = Array.from({ length: weeks }, () => ({ count: 0, noShows: 0 }))
  for (const { startsAt, attendance } of appointments) {
    const countOfWeek = counts[Math.floor((dayNumberAt(startsAt) - firstMonday) / 7)]
    if (countOfWeek === undefined) continue
    countOfWeek.count += 1
    if (attendance === 'no_show') countOfWeek.noShows += 1
  }
  return counts.map((countOfWeek, index) => ({
    ...nameOfWeek(firstMonday + 7 * index),
    ...countOfWeek,
    running: index === weeks - 1,
  }))
}

/**
 * Names a week by ISO 8601. It belongs to the year of its Thursday, so the first days of January may be in
 * week 53.
 */
function nameOfWeek(monday: DayNumber): { week: string; number: number } {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(dayFromNumber(monday))
  const number = weekOfYear ?? 0
  return { week: `${yearOfWeek}-W${twoDigits(number)}`, number }
}
