import { describe, expect, it } from 'vitest'
import { addDays, dayNumber, HOUR, MINUTES_PER_DAY, wallTime } from '../shared/day.ts'
import {
  dayAt,
  instantAtOrAfter,
  instantOf,
  isoAt,
  isSkipped,
  isTodayOrTomorrow,
  readDateTime,
  readInstant,
  startOfDay,
} from './vienna.ts'

/** The minute of the day in the middle of the hour that clocks skip in March and repeat in October. */
const HALF_PAST_TWO = 2.5 * 60

/**
 * Returns Temporal's own answer: the first instant with this wall time, or undefined when the clocks skip it.
 */
function byTemporal(day: string, minutes: number): number | undefined {
  const wall = Temporal.PlainDateTime.from(`${day}T${wallTime(minutes)}`)
  const zoned = wall.toZonedDateTime('Europe/Vienna', { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : undefined
}

/** Returns whether the clocks may change on a day: in October, or when they skip an hour. */
function mayClocksChangeOn(day: string): boolean {
  const isOctober = Temporal.PlainDate.from(day).month === 10
  return isOctober || byTemporal(day, HALF_PAST_TWO) === undefined
}

const lengthOf = (day: string) => startOfDay(dayNumber(addDays(day, 1))) - startOfDay(dayNumber(day))

describe('Vienna time', () => {
  it('agrees with Temporal from 2026 to 2029, on every quarter of an hour where clocks may change', () => {
    const wrong: unknown[] = []
    for (let day = '2026-01-01'; day <= '2029-12-31'; day = addDays(day, 1)) {
      const minutesBetween = mayClocksChangeOn(day) ? 15 : 3 * 60
      for (let minutes = 0; minutes < MINUTES_PER_DAY; minutes += minutesBetween) {
        const instant = instantOf(dayNumber(day), minutes)
        const isRightInstant = instant === byTemporal(day, minutes)
        const isOnDay = instant === undefined || dayAt(instant) === day
        if (!isRightInstant || !isOnDay) wrong.push([day, minutes, instant])
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(['2026-03-29', '2027-03-28', '2028-03-26', '2029-03-25'])(
    'skips the hour from two to three on %s',
    (day) => {
      for (let minutes = 2 * 60; minutes < 3 * 60; minutes++)
        expect(instantOf(dayNumber(day), minutes)).toBeUndefined()
      expect(instantAtOrAfter(dayNumber(day), HALF_PAST_TWO)).toBe(Date.parse(`${day}T03:00:00+02:00`))
      expect(lengthOf(day)).toBe(23 * HOUR)
    },
  )

  it.each(['2026-10-25', '2027-10-31', '2028-10-29', '2029-10-28'])(
    'takes the first of two equal hours on %s',
    (day) => {
      expect(instantOf(dayNumber(day), HALF_PAST_TWO)).toBe(Date.parse(`${day}T02:30:00+02:00`))
      expect(instantOf(dayNumber(day), 3 * 60)).toBe(Date.parse(`${day}T03:00:00+01:00`))
      expect(lengthOf(day)).toBe(25 * HOUR)
    },
  )

  it('writes instants with their offset', () => {
    expect(isoAt(Date.parse('2027-01-11T07:30:00Z'))).toBe('2027-01-11T08:30:00+01:00')
    expect(isoAt(Date.parse('2027-07-11T06:30:00Z'))).toBe('2027-07-11T08:30:00+02:00')
  })

  it.each(['2027-01-11T08:30:00+01:00', '2027-01-11T07:30:00.000Z'])('reads the instant %s', (text) => {
    expect(readInstant(text)).toBe(Date.parse('2027-01-11T07:30:00Z'))
  })

  it.each(['2027-01-11T08:30:00', '2027-01-11', 'tomorrow', '', '2027-02-30T08:30:00Z'])(
    'does not read "%s" as an instant',
    (text) => expect(readInstant(text)).toBeUndefined(),
  )

  it.each([
    { text: '2027-01-12T18:00', iso: '2027-01-12T18:00:00+01:00' },
    { text: '2027-07-12T18:00', iso: '2027-07-12T18:00:00+02:00' },
    { text: '2027-07-12T18:00:30.5', iso: '2027-07-12T18:00:00+02:00' },
    { text: '2027-03-28T02:30', iso: '2027-03-28T03:00:00+02:00' },
    { text: '2027-10-31T02:30', iso: '2027-10-31T02:30:00+02:00' },
    { text: '2027-01-12T18:00:00+01:00', iso: '2027-01-12T18:00:00+01:00' },
    { text: '2027-01-12T17:00:00.000Z', iso: '2027-01-12T18:00:00+01:00' },
  ])("reads a date-time without an offset as Vienna's wall time: $text", ({ text, iso }) => {
    expect(isoAt(readDateTime(text) ?? 0)).toBe(iso)
  })

  it.each(['', 'morgen', '2027-01-12', '2027-02-30T10:00', '2027-01-12T24:00', '18:00'])(
    'does not read "%s" as a date-time',
    (text) => expect(readDateTime(text)).toBeUndefined(),
  )

  it.each([
    { text: '2027-03-28T01:59', skipped: false },
    { text: '2027-03-28T02:00', skipped: true },
    { text: '2027-03-28T02:59', skipped: true },
    { text: '2027-03-28T03:00', skipped: false },
    { text: '2027-10-31T02:30', skipped: false },
    { text: 'morgen', skipped: false },
  ])('knows whether the clocks skip $text: $skipped', ({ text, skipped }) => {
    expect(isSkipped(text)).toBe(skipped)
  })
})

describe('today or tomorrow', () => {
  const NOW = Date.parse('2027-01-07T13:00:00+01:00')

  it.each([
    { at: '2027-01-06T23:59:00+01:00', isSoon: false },
    { at: '2027-01-07T00:00:00+01:00', isSoon: true },
    { at: '2027-01-08T23:59:00+01:00', isSoon: true },
    { at: '2027-01-09T00:00:00+01:00', isSoon: false },
  ])('follows the days of Vienna: $at is $isSoon', ({ at, isSoon }) => {
    expect(isTodayOrTomorrow(Date.parse(at), NOW)).toBe(isSoon)
  })
})
