import { expect, test } from 'vitest'
import { labelledWeeks, loadShare, loadText } from './chart-figures.ts'

/** A day with booked minutes, of eight working hours unless said otherwise; without any it is closed. */
const day = (booked_min: number, capacity_min = 480) => ({
  booked_min,
  capacity_min,
  closed: capacity_min === 0,
})

test('the fullest, the emptiest and the running week carry their number', () => {
  const past = [12, 30, 44].map((count) => ({ count, running: false }))
  const weeks = [...past, { count: 22, running: true }]
  expect([...labelledWeeks(weeks)].toSorted()).toEqual([0, 2, 3])
  expect([...labelledWeeks([{ count: 0, running: true }])]).toEqual([0])
  expect([...labelledWeeks([])]).toEqual([])
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
