import { expect, test } from 'vitest'
import { labelledWeeks, loadShare, loadText } from './chart-figures.ts'

/**
 * A day with booked minutes and a capacity of 480 minutes (eight hours) by default; capacity 0 means closed.
 */
const day = (booked_min: number, capacity_min = 480) => ({
  booked_min,
  capacity_min,
  closed: capacity_min === 0,
})

/** Returns the weeks whose number of bookings is shown above their bar. */
function weeksWithNumber<Week extends { count: number; running: boolean }>(weeks: readonly Week[]): Week[] {
  const indices = labelledWeeks(weeks)
  return weeks.filter((_, index) => indices.has(index))
}

test('the fullest and the emptiest past week and the present week show their number', () => {
  const emptiest = { count: 12, running: false }
  const usual = { count: 30, running: false }
  const fullest = { count: 44, running: false }
  const present = { count: 22, running: true }
  expect(weeksWithNumber([emptiest, usual, fullest, present])).toEqual([emptiest, fullest, present])
  expect(weeksWithNumber([present])).toEqual([present])
  expect(weeksWithNumber([])).toEqual([])
})

test('the load of a day is at most 1, and that of a closed day is 0', () => {
  expect(loadShare(day(240))).toBe(0.5)
  expect(loadShare(day(600))).toBe(1)
  expect(loadShare(day(60, 0))).toBe(0)
})

test('a screen reader hears how full a day is', () => {
  expect(loadText(day(480))).toBe('voll')
  expect(loadText(day(120))).toBe('25 Prozent belegt')
  expect(loadText(day(0, 0))).toBe('geschlossen')
})
