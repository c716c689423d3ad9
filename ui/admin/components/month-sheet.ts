import { addDays, type Day, mondayOf } from '../../../src/shared/day.ts'

/** Returns the whole weeks, Monday to Sunday, that contain a day of the month. */
export function weeksOf(day: Day): Day[][] {
  const first = `${monthPart(day)}-01`
  // A month touches at most six weeks; Mondays after its end are dropped.
  const mondays = Array.from({ length: 6 }, (_, week) => addDays(mondayOf(first), week * 7)).filter(
    (monday) => monday < first || monthPart(monday) === monthPart(day),
  )
  return mondays.map((monday) => Array.from({ length: 7 }, (_, weekday) => addDays(monday, weekday)))
}

/** Returns the same weekday in the previous (-1) or next (1) month: four weeks away, or five if necessary. */
export function shiftMonth(day: Day, by: -1 | 1): Day {
  const fourWeeksAway = addDays(day, by * 28)
  return monthPart(fourWeeksAway) === monthPart(day) ? addDays(day, by * 35) : fourWeeksAway
}

/** Returns year and month of a day: `2027-01`. */
export function monthPart(day: Day): string {
  return day.slice(0, 7)
}
