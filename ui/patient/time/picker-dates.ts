import { type Day, twoDigits } from '../../../src/shared/day.ts'
import { isShown, monthOf, type ShownDays } from './shown-days.ts'

/**
 * Returns the first day of the month in which the calendar shows the date. A date of the next month may be
 * shown in the present one. DayPicker calculates with dates in the browser's time zone.
 */
export function monthOfShownDate(shown: ShownDays, date: Date): Day {
  const day = dayOf(date)
  return isShown(shown, day) ? shown.month : monthOf(day)
}

/** Returns whether the calendar does not offer the date in the month that it shows. */
export function isOutsideMonth(shown: ShownDays, date: Date): boolean {
  return monthOfShownDate(shown, date) !== shown.month
}

/**
 * Returns the day's local noon for DayPicker, because daylight saving time never moves noon to another day.
 */
export function dateOf(day: Day): Date {
  return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)), 12)
}

/** Returns the civil day of a date in the browser's time zone, in which DayPicker calculates. */
export function dayOf(date: Date): Day {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
