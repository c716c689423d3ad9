import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings } from '../db/schema.ts'
import { STANDING_STATUSES } from '../shared/booking.ts'
import { type DayNumber, dayFromNumber, daysSinceMonday, type Instant, twoDigits } from '../shared/day.ts'
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
  const currentMonday = mondayAt(ctx.now)
  const mondays = Array.from({ length: weeks }, (_, index) => currentMonday - 7 * (weeks - 1 - index))
  const [firstMonday = currentMonday] = mondays
  const appointments = ctx.db
    .select({ startsAt: bookings.startsAt, attendance: bookings.attendance })
    .from(bookings)
    .where(
      and(
        inArray(bookings.status, STANDING_STATUSES),
        eq(bookings.anonymised, false),
        bookingStartsOn(firstMonday, currentMonday + 7),
        resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
      ),
    )
    .all()
  const appointmentsByWeek = Map.groupBy(appointments, ({ startsAt }) => mondayAt(startsAt))
  return mondays.map((monday) => {
    const ofWeek = appointmentsByWeek.get(monday) ?? []
    return {
      ...nameOfWeek(monday),
      count: ofWeek.length,
      noShows: ofWeek.filter(({ attendance }) => attendance === 'no_show').length,
      running: monday === currentMonday,
    }
  })
}

/** Returns the Monday of the week in Vienna that contains this instant. */
function mondayAt(instant: Instant): DayNumber {
  const day = dayNumberAt(instant)
  return day - daysSinceMonday(day)
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
