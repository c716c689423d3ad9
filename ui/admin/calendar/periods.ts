import { addDays, type Day, dayNumber, daysBetween, mondayOf, weekdayOf } from '../../../src/shared/day.ts'
import { dayOfMonth, fullDay, monthName, monthYear, plainDay } from '../../../src/shared/format.ts'
import { monthPart, shiftMonth, weeksOf, yearPart } from '../components/month-sheet.ts'

/** The time that the calendar shows at once. */
export type Period = 'month' | 'week' | 'day'

const DAYS_IN = { week: 7, day: 1 } as const
const SUNDAY = 0

/**
 * Returns the first and the last day that the calendar shows: of the week (Monday to Sunday), of the sheet of
 * the month, or twice the day itself.
 */
export function periodRange(period: Period, day: Day): { from: Day; to: Day } {
  if (period === 'month') {
    const sheet = weeksOf(day).flat()
    return { from: sheet[0] ?? day, to: sheet.at(-1) ?? day }
  }
  const from = period === 'week' ? mondayOf(day) : day
  return { from, to: addDays(from, DAYS_IN[period] - 1) }
}

/** Returns the day with which the calendar opens. On a Sunday it is in the week that is about to begin. */
export function initialDay(period: Period, today: Day): Day {
  return period === 'week' && weekdayOf(dayNumber(today)) === SUNDAY ? addDays(today, 1) : today
}

/** Returns the day one month, week or day earlier (-1) or later (1). */
export function shiftPeriod(period: Period, day: Day, by: -1 | 1): Day {
  if (period === 'month') return shiftMonth(day, by)
  return addDays(day, by * DAYS_IN[period])
}

/** Returns the calendar week of a day. By ISO 8601, week 1 has the first Thursday of the year. */
export function weekNumber(day: Day): number {
  const thursday = addDays(mondayOf(day), 3)
  return Math.floor(daysBetween(`${yearPart(thursday)}-01-01`, thursday) / 7) + 1
}

/** Returns the title of what is shown: a month, the days of a week, or a day. */
export function periodTitle(period: Period, day: Day): string {
  return period === 'month' ? monthYear(day) : rangeTitle(periodRange(period, day))
}

/**
 * Returns a title like `28. Dezember 2026 bis 3. Jänner 2027`. A month or year that both days share is
 * written only once.
 */
export function rangeTitle({ from, to }: { from: Day; to: Day }): string {
  if (from === to) return fullDay(from)
  if (monthPart(from) === monthPart(to)) return `${dayOfMonth(from)}. bis ${plainDay(to)}`
  const isSameYear = yearPart(from) === yearPart(to)
  // The no-break space keeps day and month in one line.
  const start = isSameYear ? `${dayOfMonth(from)}.\u00a0${monthName(from)}` : plainDay(from)
  return `${start} bis ${plainDay(to)}`
}
