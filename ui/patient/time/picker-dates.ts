import { type Day, twoDigits } from '../../../src/shared/day.ts'
import { isShown, monthOf, type ShownDays } from './shown-days.ts'

/** DayPicker calculates with local dates. Here they become civil days, and back. */

/** Returns the first of the date's month, or of the shown one to which the date is added. */
export function monthShownFor(shown: ShownDays, date: Date): Day {
  const day = dayOf(date)
  return isShown(shown, day) ? shown.month : monthOf(day)
}

export function isOutside(shown: ShownDays, date: Date): boolean {
  return monthShownFor(shown, date) !== shown.month
}

/** Returns local noon, because daylight saving time never moves noon to another day. */
export function dateOf(day: Day): Date {
  return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)), 12)
}

/** Returns the civil day of a date in the browser's time zone, in which DayPicker calculates. */
export function dayOf(date: Date): Day {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
