import { type Day, dayFromNumber, dayNumber, twoDigits } from '../../../src/shared/day.ts'

/** Returns the same day of the month `count` months later, or that month's last day if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const first = `${String(Math.floor(months / 12)).padStart(4, '0')}-${twoDigits((months % 12) + 1)}-01`
  const lastOfMonth = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  return dayFromNumber(dayNumber(first) + Math.min(Number(day.slice(8, 10)), lastOfMonth) - 1)
}
