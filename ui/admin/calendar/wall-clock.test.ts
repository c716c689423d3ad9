import { expect, test } from 'vitest'
import { MINUTES_PER_DAY } from '../../../src/shared/day.ts'
import { wallMinutesNowOn } from './wall-clock.ts'

/** Half an hour after midnight in Vienna, while it is still 11 January by UTC. */
const NOW = Date.parse('2027-01-12T00:30:00+01:00')

test.each([
  { place: 'time in Vienna today', day: '2027-01-12', minutes: 30 },
  { place: 'end of a past day', day: '2027-01-11', minutes: MINUTES_PER_DAY },
  { place: 'start of a coming day', day: '2027-01-13', minutes: 0 },
])('the present time is the $place', ({ day, minutes }) => {
  expect(wallMinutesNowOn(day, NOW)).toBe(minutes)
})
