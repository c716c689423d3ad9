import type { Ctx } from '../ctx.ts'
import { assertResourceOrFormer } from '../schedule/resources.ts'
import { findService } from '../schedule/services.ts'
import { DAY_LENGTH, type DayNumber, dayFromNumber, dayNumber, HOUR, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { addUpTallies, type BookingCount } from './booking-counts.ts'
import { type DaySpan, readDayCounts, storeDayCounts } from './counted-days.ts'
import { countLoadByHour, type HourLoad, type StatisticsFilter } from './hour-loads.ts'

/**
 * The figures of the page "Auswertung" (docs/behaviour.md 12.50). They count bookings, anonymised ones too,
 * and name no patient.
 */

/** Months that are counted, the current one included. */
const MONTHS = 24

/** The figures of the appointments of one month. */
export type MonthFigures = Readonly<{
  /** `2027-01`. */
  month: string
  /** The month is not over. */
  running: boolean
  bookings: number
  /** Patients whose first visit was or will be in this month. */
  firstVisits: number
  rejected: number
  cancelled: number
  /** The part of `cancelled` for which it is known who wished to cancel. */
  cancelledBy: Readonly<{ patient: number; practice: number }>
  /** The part of `cancelled` for which it is known how long before the start that was. */
  cancelledAhead: Readonly<{ withinDay: number; withinWeek: number; earlier: number }>
  /** Appointments to which the patient did not come. */
  missed: number
  /** Requests of patients; the others were entered by the practice. */
  asked: number
  /** Those of `asked` that the practice has confirmed or rejected. */
  answered: number
  /** Median hours from a request to its answer; null without an answered request. */
  hoursToAnswer: number | null
  /** Median days between the booking and its appointment; null without a booking. */
  daysAhead: number | null
  /** Appointments that fill a freed time through the waiting list. */
  fromWaitingList: number
}>

/** The figures by month, the current one last, and the load of each hour of the week. */
export type Statistics = Readonly<{ months: MonthFigures[]; hours: HourLoad[] }>

/**
 * Counts the bookings of the last `MONTHS` months by the month of the appointment, the current one last, and
 * how full each hour of the week was during the last `UTILISED_WEEKS` weeks.
 * @throws Problem service_not_found; 'not found' for a resource that never existed
 */
export function readStatistics(ctx: Ctx, filter: StatisticsFilter = {}): Statistics {
  if (filter.serviceId !== undefined && findService(ctx, filter.serviceId) === undefined)
    throw new Problem('service_not_found')
  if (filter.resourceId !== undefined) assertResourceOrFormer(ctx, filter.resourceId)
  return { months: countByMonth(ctx, filter), hours: countLoadByHour(ctx, filter) }
}

/**
 * Counts and stores some of the days that `readStatistics` shows and whose figures have changed, or have not
 * been counted yet.
 * @returns whether there may be more
 */
export function countChangedDays(ctx: Ctx): boolean {
  return storeDayCounts(ctx, shownDays(ctx.now))
}

/** Returns the days of the months that are counted. */
function shownDays(now: Instant): DaySpan {
  const firstOfMonth = Temporal.PlainDate.from(dayFromNumber(dayNumberAt(now))).with({ day: 1 })
  const firstDayAfter = (months: number) => dayNumber(firstOfMonth.add({ months }).toString())
  return { from: firstDayAfter(1 - MONTHS), to: firstDayAfter(1) }
}

function countByMonth(ctx: Ctx, filter: StatisticsFilter): MonthFigures[] {
  const days = shownDays(ctx.now)
  const countsByMonth = Map.groupBy(readDayCounts(ctx, days), (_, index) => monthOfDay(days.from + index))
  const currentMonth = monthOfDay(dayNumberAt(ctx.now))
  return [...countsByMonth].map(([month, countsOfDays]) => {
    const counts = countsOfDays.flat().filter((count) => matchesFilter(count, filter))
    return { month, running: month === currentMonth, ...figuresOf(counts) }
  })
}

/** Returns the month of a day: `2027-01`. */
function monthOfDay(day: DayNumber): string {
  return dayFromNumber(day).slice(0, '2027-01'.length)
}

function matchesFilter(count: BookingCount, { serviceId, resourceId }: StatisticsFilter): boolean {
  return (
    (serviceId === undefined || count.serviceId === serviceId) &&
    (resourceId === undefined || count.resourceId === resourceId)
  )
}

/** Returns the figures of the counts of one month's days. */
function figuresOf(counts: readonly BookingCount[]): Omit<MonthFigures, 'month' | 'running'> {
  const tallies = addUpTallies(counts)
  const answers = counts.flatMap((count) => count.answers)
  const ahead = counts.flatMap((count) => count.ahead)
  return {
    bookings: tallies.bookings,
    firstVisits: tallies.firstVisits,
    rejected: tallies.rejected,
    cancelled: tallies.cancelled,
    cancelledBy: { patient: tallies.cancelledByPatient, practice: tallies.cancelledByPractice },
    cancelledAhead: {
      withinDay: tallies.cancelledWithinDay,
      withinWeek: tallies.cancelledWithinWeek,
      earlier: tallies.cancelledEarlier,
    },
    missed: tallies.missed,
    asked: tallies.asked,
    answered: answers.length,
    hoursToAnswer: inUnits(median(answers), HOUR),
    daysAhead: inUnits(median(ahead), DAY_LENGTH),
    fromWaitingList: tallies.fromWaitingList,
  }
}

/** Returns the median; of an even number of values, the mean of the two in the middle. */
function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
}

/** Returns the length in units, with one decimal; null for null. */
function inUnits(milliseconds: number | null, unit: number): number | null {
  return milliseconds === null ? null : Math.round((milliseconds / unit) * 10) / 10
}
