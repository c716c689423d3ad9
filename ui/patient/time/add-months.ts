import { type Day, dayFromNumber, dayNumber, twoDigits } from '../../../src/shared/day.ts'

/** Returns the same day of the month `count` months later, or that month's last day if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const monthsSinceYear0 = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const year = Math.floor(monthsSinceYear0 / 12)
  const month = (monthsSinceYear0 % 12) + 1
  const firstOfMonth = `${String(year).padStart(4, '0')}-${twoDigits(month)}-01`
  // Date counts months from 0, so this is the next month, and its day 0 is the last day of the wanted month.
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const dayOfMonth = Math.min(Number(day.slice(8, 10)), daysInMonth)
  return dayFromNumber(dayNumber(firstOfMonth) + dayOfMonth - 1)
}
