import { describe, expect, it } from 'vitest'
import { addDays, dayNumber } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { isoAt } from '../time/vienna.ts'
import { listFreeStarts, type ServiceTimes } from './grid.ts'
import type { WorkingWeek } from './hours.ts'

/** Blocks are in minutes after midnight. */
const MORNING_AND_AFTERNOON = [
  [8 * 60, 12 * 60],
  [13 * 60 + 30, 17 * 60],
] as const
const EVERY_DAY: WorkingWeek = Array(7).fill(MORNING_AND_AFTERNOON)
const HALF_HOUR: ServiceTimes = { durationMin: 30, stepMin: 15, paddingBeforeMin: 0, paddingAfterMin: 0 }
const AT_NIGHT: WorkingWeek = Array(7).fill([[1 * 60, 4 * 60]])

const clockTimes = (starts: number[]) => starts.map((start) => timeOfDay(start))

/** Returns the starts of a day on the grid, with nothing occupied. */
const startsOn = (day: string, week: WorkingWeek, service: ServiceTimes = HALF_HOUR) =>
  listFreeStarts(service, { week, occupied: [[]] }, { from: dayNumber(day), to: dayNumber(day), after: 0 })

describe('the grid of starts', () => {
  const startsOf = (service: Partial<ServiceTimes>) =>
    clockTimes(startsOn('2027-01-12', EVERY_DAY, { ...HALF_HOUR, ...service }))

  it('begins with each block and goes on in steps while the appointment fits into the block', () => {
    expect(startsOf({ durationMin: 45, stepMin: 30 }).join(' ')).toBe(
      '08:00 08:30 09:00 09:30 10:00 10:30 11:00 13:30 14:00 14:30 15:00 15:30 16:00',
    )
  })

  it('has the same wall times on every day from 2026 to 2029', () => {
    const usualTimes = startsOf({})
    for (let day = '2026-01-01'; day <= '2029-12-31'; day = addDays(day, 1))
      expect(clockTimes(startsOn(day, EVERY_DAY)), day).toEqual(usualTimes)
  })

  it('leaves out the skipped hour in spring and has the repeated hour once in autumn', () => {
    expect(clockTimes(startsOn('2027-03-28', AT_NIGHT))).toEqual([
      '01:00',
      '01:15',
      '01:30',
      '01:45',
      '03:00',
      '03:15',
      '03:30',
    ])
    // The hour from two to three comes twice, first in summer time.
    const firstTwoOClock = Date.parse('2027-10-31T02:00:00+02:00')
    const fromTwoOn = startsOn('2027-10-31', AT_NIGHT).filter((start) => start >= firstTwoOClock)
    expect(fromTwoOn.slice(0, 5).map(isoAt)).toEqual([
      '2027-10-31T02:00:00+02:00',
      '2027-10-31T02:15:00+02:00',
      '2027-10-31T02:30:00+02:00',
      '2027-10-31T02:45:00+02:00',
      '2027-10-31T03:00:00+01:00',
    ])
  })
})
