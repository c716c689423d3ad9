import { addDays, type Day, mondayOf } from '../../../src/shared/day.ts'
import { addMonths } from './add-months.ts'

/**
 * Number of weeks that the calendar shows at least. At the end of a month it adds days of the next month, so
 * that it never has only one or two rows.
 */
const LEAST_WEEKS = 5

/** A month of the calendar by its first day, and the first and last of the days that it offers. */
export type ShownDays = Readonly<{ month: Day; from: Day; to: Day }>

/** Returns the first of the month to which the day belongs. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** Returns the last day of the day's month. */
export function lastOfMonth(day: Day): Day {
  return addDays(addMonths(monthOf(day), 1), -1)
}

/**
 * Returns the days that the calendar offers in this month: the current month begins today and lasts whole
 * weeks, and a month with fewer than five weeks gets days of the next one (docs/behaviour.md 3.11).
 */
export function shownDays(month: Day, today: Day): ShownDays {
  const isCurrent = month === monthOf(today)
  const from = isCurrent ? today : month
  const last = lastOfMonth(month)
  const endOfLeastWeeks = addDays(mondayOf(from), LEAST_WEEKS * 7 - 1)
  const sundayOfLastWeek = addDays(mondayOf(last), 6)
  if (endOfLeastWeeks > sundayOfLastWeek) return { month, from, to: endOfLeastWeeks }
  return { month, from, to: isCurrent ? sundayOfLastWeek : last }
}

/**
 * Returns the first day of the month in which the calendar offers this day, which may be the month before.
 */
export function monthOffering(day: Day, today: Day): Day {
  const month = monthOf(today)
  return isShown(shownDays(month, today), day) ? month : monthOf(day)
}

/** Returns whether the day is among the shown ones. */
export function isShown({ from, to }: ShownDays, day: Day): boolean {
  return from <= day && day <= to
}
