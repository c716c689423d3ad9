import { addDays, type Day, dayNumber, weekdayOf } from '../../../src/shared/day.ts'

/** The days of the calendar sheet of a month: whole weeks, from Monday to Sunday. */
export function weeksOf(day: Day): Day[][] {
  const first = `${monthPart(day)}-01`
  const monday = addDays(first, -((weekdayOf(dayNumber(first)) + 6) % 7))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, week * 7 + weekday)),
  )
  return weeks.filter(([start = '']) => start < first || monthPart(start) === monthPart(day))
}

/** Returns the same weekday in the month before (-1) or after (1), four weeks away or five. */
export function inNextMonth(day: Day, by: number): Day {
  const near = addDays(day, by * 28)
  return monthPart(near) === monthPart(day) ? addDays(day, by * 35) : near
}

/** Returns year and month of a day: `2027-01`. */
export function monthPart(day: Day): string {
  return day.slice(0, 7)
}
