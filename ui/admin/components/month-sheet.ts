import { addDays, type Day, mondayOf } from '../../../src/shared/day.ts'

const DAYS_PER_WEEK = 7
/** The most weeks that the days of a month lie in. */
const MOST_WEEKS = 6

/** Returns the whole weeks, Monday to Sunday, that contain a day of the month. */
export function weeksOf(day: Day): Day[][] {
  const first = `${monthPart(day)}-01`
  const mondays = Array.from({ length: MOST_WEEKS }, (_, week) =>
    addDays(mondayOf(first), week * DAYS_PER_WEEK),
  )
  const mondaysBeforeEnd = mondays.filter((monday) => monday < first || monthPart(monday) === monthPart(day))
  return mondaysBeforeEnd.map((monday) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => addDays(monday, weekday)),
  )
}

/** Returns the same weekday in the previous (-1) or next (1) month: four weeks away, or five if necessary. */
export function shiftMonth(day: Day, by: -1 | 1): Day {
  const fourWeeksAway = addDays(day, by * 4 * DAYS_PER_WEEK)
  const isSameMonth = monthPart(fourWeeksAway) === monthPart(day)
  return isSameMonth ? addDays(day, by * 5 * DAYS_PER_WEEK) : fourWeeksAway
}

/** Returns the year of a day: `2027`. */
export function yearPart(day: Day): string {
  return day.slice(0, 4)
}

/** Returns year and month of a day: `2027-01`. */
export function monthPart(day: Day): string {
  return day.slice(0, 7)
}
