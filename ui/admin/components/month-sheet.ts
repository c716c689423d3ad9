import { addDays, type Day, dayNumber, weekdayOf } from '../../../src/shared/day.ts'

/** Returns the whole weeks, Monday to Sunday, that contain a day of the month. */
export function weeksOf(day: Day): Day[][] {
  const first = `${monthPart(day)}-01`
  // Sunday is weekday 0, and six days after Monday.
  const monday = addDays(first, -((weekdayOf(dayNumber(first)) + 6) % 7))
  // A month touches at most six weeks; weeks without a day of the month are dropped.
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, week * 7 + weekday)),
  )
  return weeks.filter(([start = '']) => start < first || monthPart(start) === monthPart(day))
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
