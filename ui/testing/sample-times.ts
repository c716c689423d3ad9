import { addDays, type Day } from '../../src/shared/day.ts'
import type { DaySummary, Slot } from '../api/free-times.ts'
import type { FreeTimeSources } from '../patient/time/suggestions.ts'

/** The present day in the tests of the list. */
export const LIST_TODAY = '2027-01-07'
/** The last of the 120 days that a load from today on scans (`LIST_DAYS_SCANNED`). */
export const SCAN_END = '2027-05-06'
/** The last day of the list, six months after today (`LIST_MONTHS_AHEAD`). */
export const LIST_END = '2027-07-07'

/** Returns slots at these Vienna wall times. */
export const slotsAt = (day: Day, ...times: string[]): Slot[] =>
  times.map((time) => ({ start: `${day}T${time}:00+01:00`, end: undefined }))

/** Returns seven slots before noon and five after it. */
export const fullDay = (day: Day) =>
  slotsAt(
    day,
    ...['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00'],
    ...['14:00', '14:30', '15:00', '15:30', '16:00'],
  )

/** Returns `count` days in a row that are all free. */
export const freeDaysInARow = (from: Day, count: number): Record<Day, Slot[]> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [addDays(from, i), fullDay(addDays(from, i))]))

/**
 * Returns the sources of a practice with these free days, and the calls that were made to them, such as
 * `slots 2027-01-07`. The slots of the day `takenMeanwhile` are gone after the summary has counted them.
 */
export function openPractice(days: Record<Day, readonly Slot[]>, { takenMeanwhile = '' } = {}) {
  const calls: string[] = []
  const sources: FreeTimeSources = {
    summary: async (from, to) => {
      calls.push(`summary ${from} ${to}`)
      const summary: DaySummary[] = []
      for (let day = from; day <= to; day = addDays(day, 1)) {
        summary.push({ date: day, available_count: days[day]?.length ?? 0 })
      }
      return summary
    },
    slots: async (day) => {
      calls.push(`slots ${day}`)
      return day === takenMeanwhile ? [] : (days[day] ?? [])
    },
  }
  return { calls, sources }
}
