import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayFromNumber,
  dayNumber,
  daysBetween,
  isDay,
  isWithin,
  MINUTES_PER_DAY,
  mondayOf,
  wallMinutes,
  wallTime,
  weekdayOf,
} from './day.ts'

const dayNumbers = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2199-12-31') })

describe('a day', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '1900-01-01'])('may be %s', (text) => {
    expect(isDay(text)).toBe(true)
  })

  const wrongDays = ['2026-02-29', '1900-02-29', '2026-02-30', '2026-04-31', '2026-01-00']
  const wrongMonths = ['2026-13-01', '2026-00-10']
  it.each([...wrongDays, ...wrongMonths])('is not %s, which does not exist', (text) => {
    expect(isDay(text)).toBe(false)
  })

  it.each(['', '2026-1-1', '26-01-01', '2026-01-01T00:00', ' 2026-01-01', '01.01.2026'])(
    'is not %j, which has another format',
    (text) => {
      expect(isDay(text)).toBe(false)
    },
  )

  it('converts to consecutive numbers and back', () => {
    fc.assert(
      fc.property(dayNumbers, (n) => {
        expect(isDay(dayFromNumber(n))).toBe(true)
        expect(dayNumber(dayFromNumber(n))).toBe(n)
        expect(dayFromNumber(n) < dayFromNumber(n + 1)).toBe(true)
      }),
    )
  })

  it('can be moved across clock changes, leap days and new years', () => {
    expect(addDays('2027-03-27', 2)).toBe('2027-03-29')
    expect(addDays('2027-10-30', 2)).toBe('2027-11-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    fc.assert(
      fc.property(dayNumbers, fc.integer({ min: -4000, max: 4000 }), (n, count) => {
        expect(daysBetween(dayFromNumber(n), addDays(dayFromNumber(n), count))).toBe(count)
      }),
    )
  })

  it('has a weekday, 0 for Sunday, also before 1970', () => {
    expect(weekdayOf(dayNumber('2026-11-20'))).toBe(5)
    expect(weekdayOf(dayNumber('2026-11-22'))).toBe(0)
    expect(weekdayOf(dayNumber('1958-03-14'))).toBe(5)
  })

  it.each(['2026-12-28', '2026-12-31', '2027-01-03'])('%s is in the week of Monday, 2026-12-28', (day) => {
    expect(mondayOf(day)).toBe('2026-12-28')
  })
})

it('an instant is within ten milliseconds after another, but not before it or later', () => {
  expect([99, 100, 109, 110].map((now) => isWithin(now, { since: 100, lengthMs: 10 }))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

describe('a wall time', () => {
  it('converts to minutes since midnight and back', () => {
    expect(wallMinutes('00:00')).toBe(0)
    expect(wallMinutes('23:59')).toBe(MINUTES_PER_DAY - 1)
    fc.assert(
      fc.property(fc.nat(MINUTES_PER_DAY - 1), (minutes) => wallMinutes(wallTime(minutes)) === minutes),
    )
  })

  it.each(['', '24:00', '8:30', '08:60', '08:3', '08.30', '08:30:00'])('is not "%s"', (text) => {
    expect(wallMinutes(text)).toBeUndefined()
  })
})
