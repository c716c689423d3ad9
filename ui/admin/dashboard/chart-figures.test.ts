import { expect, test } from 'vitest'
import { labelledWeeks, loadShare, loadText } from './chart-figures.ts'

/** A day with booked minutes, of eight working hours (480 minutes) unless said otherwise; 0 means closed. */
const day = (booked_min: number, capacity_min = 480) => ({
  booked_min,
  capacity_min,
  closed: capacity_min === 0,
})

/** Returns the weeks whose number of bookings stands over their bar. */
function weeksWithNumber<Week extends { count: number; running: boolean }>(weeks: readonly Week[]): Week[] {
  const indices = labelledWeeks(weeks)
  return weeks.filter((_, index) => indices.has(index))
}

test('the number stands over the fullest and the emptiest past week, and over the present one', () => {
  const emptiest = { count: 12, running: false }
  const usual = { count: 30, running: false }
  const fullest = { count: 44, running: false }
  const present = { count: 22, running: true }
  expect(weeksWithNumber([emptiest, usual, fullest, present])).toEqual([emptiest, fullest, present])
  expect(weeksWithNumber([present])).toEqual([present])
  expect(weeksWithNumber([])).toEqual([])
})

test('a day is never more than full, and a closed day has no load', () => {
  expect(loadShare(day(240))).toBe(0.5)
  expect(loadShare(day(600))).toBe(1)
  expect(loadShare(day(60, 0))).toBe(0)
})

test('a screen reader hears how full a day is', () => {
  expect(loadText(day(480))).toBe('voll')
  expect(loadText(day(120))).toBe('25 Prozent belegt')
  expect(loadText(day(0, 0))).toBe('geschlossen')
})
