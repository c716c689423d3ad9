import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { expiredBackups } from './backup-retention.ts'

const at = (iso: string) => Date.parse(`${iso}Z`)
const night = (day: string) => at(`${day}T01:15:00`)
const cached = (made: readonly Instant[]) => {
  const expired = new Set(expiredBackups(made))
  return made.filter((each) => !expired.has(each)).map((each) => new Date(each).toISOString().slice(0, 13))
}

/** A backup every night up to this day, each time with what has expired taken away. */
function nightsUntil(last: string, count: number): Instant[] {
  let made: Instant[] = []
  for (let i = count - 1; i >= 0; i--) {
    made.push(night(last) - i * DAY_LENGTH)
    const expired = new Set(expiredBackups(made))
    made = made.filter((each) => !expired.has(each))
  }
  return made
}

describe('what is kept', () => {
  it('is everything at first', () => {
    expect(expiredBackups([])).toEqual([])
    expect(expiredBackups(nightsUntil('2027-01-11', 7))).toEqual([])
  })

  it('after a year of nights is seven days, four weeks and six months', () => {
    expect(cached(nightsUntil('2027-01-20', 400))).toEqual(
      [
        ...['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31'],
        ...['2027-01-03', '2027-01-10'],
        ...['2027-01-14', '2027-01-15', '2027-01-16', '2027-01-17', '2027-01-18', '2027-01-19', '2027-01-20'],
      ].map((day) => `${day}T01`),
    )
  })

  it('counts days, weeks and months that have a backup, so that a long rest takes nothing away', () => {
    const made = [night('2026-01-05'), night('2026-02-03'), night('2026-06-09'), night('2027-01-20')]
    expect(expiredBackups(made)).toEqual([])
  })

  it('is the newest of a day', () => {
    const made = [at('2027-01-11T01:15:00'), at('2027-01-11T09:30:00'), at('2027-01-11T23:59:59')]
    expect(cached(made)).toEqual(['2027-01-11T23'])
  })

  it('of two weeks that share a month, and two months that share a week, is the newest of each', () => {
    const days = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
    const later = ['2026-12-05', '2026-12-06', '2026-12-07', '2026-12-08']
    const made = [...days, ...later].map(night)
    // Sunday the 29th ends its week, Monday the 30th its month; from the 2nd on they are days.
    expect(cached(made)).toEqual(
      ['2026-11-29', '2026-11-30', '2026-12-02', '2026-12-03', '2026-12-04', ...later].map(
        (day) => `${day}T01`,
      ),
    )
  })

  it('is always the newest one, never more than seventeen, and stays so when asked again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 300 }), (hours) => {
        const made = hours.map((hour) => at('2026-01-01T00:00:00') + hour * HOUR)
        const expired = new Set(expiredBackups(made))
        const rest = made.filter((each) => !expired.has(each))
        expect(rest.length).toBeLessThanOrEqual(17)
        if (made.length > 0) expect(rest).toContain(Math.max(...made))
        expect(expiredBackups(rest)).toEqual([])
      }),
    )
  })
})
