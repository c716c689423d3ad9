import { expect, test } from 'vitest'
import { MINUTES_PER_DAY } from '../../../src/shared/day.ts'
import { nowOn } from './wall-clock.ts'

/** Half an hour after midnight in Vienna, while it is still 11 January by UTC. */
const NOW = Date.parse('2027-01-12T00:30:00+01:00')

test.each([
  ['time in Vienna today', '2027-01-12', 30],
  ['end of a past day', '2027-01-11', MINUTES_PER_DAY],
  ['start of a coming day', '2027-01-13', 0],
])('the present time is the %s', (_place, day, minutes) => {
  expect(nowOn(day, NOW)).toBe(minutes)
})
