import { addDays, type Day, dayNumber, weekdayOf } from '../../../src/shared/day.ts'
import { addMonths } from './add-months.ts'

/** At the end of a month the calendar shows days of the next one, so that it never has two rows only. */
const LEAST_WEEKS = 5

/** A month of the calendar: the first of it, and the first and last of the days that are offered there. */
export type ShownDays = Readonly<{ month: Day; from: Day; to: Day }>

/** Returns the first of the month to which the day belongs. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

export function lastOfMonth(day: Day): Day {
  return addDays(addMonths(monthOf(day), 1), -1)
}

/** Returns the Monday of the day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(dayNumber(day)) + 6) % 7))
}

/**
 * Returns the days that the calendar offers in this month. The current month begins today, lasts whole weeks,
 * and at least five of them (docs/behaviour.md 3.11).
 */
export function shownDays(month: Day, today: Day): ShownDays {
  const last = lastOfMonth(month)
  if (month !== monthOf(today)) return { month, from: month, to: last }
  const weeks = addDays(mondayOf(today), LEAST_WEEKS * 7 - 1)
  const to = weeks > last ? weeks : addDays(mondayOf(last), 6)
  return { month, from: today, to }
}

/** Returns the month in which the calendar offers this day: the current one where it reaches so far. */
export function monthShowing(day: Day, today: Day): Day {
  const month = monthOf(today)
  return isShown(shownDays(month, today), day) ? month : monthOf(day)
}

export function isShown({ from, to }: ShownDays, day: Day): boolean {
  return from <= day && day <= to
}
