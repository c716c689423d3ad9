import { DAY_LENGTH, type Day, dayFromNumber, HOUR, type Instant } from './day.ts'

/**
 * Returns what clocks in Vienna show at an instant, in the UTC fields of a Date. It is right from 1996 on:
 * summer time begins and ends on the last Sunday of March and October, at 01:00 UTC (Directive 2000/84/EC).
 *
 * Loading the browser's own time zones would block the first page on a slow phone for 100 ms.
 */
export function viennaClock(instant: Instant): Date {
  const year = new Date(instant).getUTCFullYear()
  const isSummer = clockChange(year, 3) <= instant && instant < clockChange(year, 10)
  return new Date(instant + (isSummer ? 2 : 1) * HOUR)
}

/** Returns the day in Vienna at this instant, from 1996 on. */
export function viennaDay(instant: Instant): Day {
  return dayFromNumber(Math.floor(viennaClock(instant).getTime() / DAY_LENGTH))
}

/**
 * Returns the instant of the clock change: the last Sunday of the month, 01:00 UTC.
 * @param month 3 for March
 */
function clockChange(year: number, month: number): Instant {
  // Months of `Date.UTC` begin with 0, and day 0 is the last of the month before.
  const lastOfMonth = new Date(Date.UTC(year, month, 0, 1))
  return lastOfMonth.getTime() - lastOfMonth.getUTCDay() * DAY_LENGTH
}
