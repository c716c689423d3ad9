import { expect, test } from 'vitest'
import { MINUTES_PER_DAY } from '../../../src/shared/day.ts'
import { nowOn } from './wall-clock.ts'

/** Half an hour after midnight in Vienna, while it is still 11 January by UTC. */
const NOW = Date.parse('2027-01-12T00:30:00+01:00')

test('the present time is the time in Vienna today, the end of a past day, and the start of a coming day', () => {
  expect(nowOn('2027-01-12', NOW)).toBe(30)
  expect(nowOn('2027-01-11', NOW)).toBe(MINUTES_PER_DAY)
  expect(nowOn('2027-01-13', NOW)).toBe(0)
})
