import { expect, test } from 'vitest'
import { labelledWeeks, loadShare, loadText } from './chart-figures.ts'

/** A working day of eight hours, with this number of booked minutes. */
const workingDay = (booked_min: number) => ({ booked_min, capacity_min: 480, closed: false })
/** A closed day, with this number of booked minutes. */
const closedDay = (booked_min: number) => ({ booked_min, capacity_min: 0, closed: true })

test('the fullest past week, the emptiest past week and the present week show their number', () => {
  const emptiest = { count: 12, running: false }
  const usual = { count: 30, running: false }
  const fullest = { count: 44, running: false }
  const present = { count: 22, running: true }
  expect(labelledWeeks([emptiest, usual, fullest, present])).toEqual(new Set([emptiest, fullest, present]))
  expect(labelledWeeks([present])).toEqual(new Set([present]))
  expect(labelledWeeks([])).toEqual(new Set())
})

test('the load of a day is at most 1, and that of a closed day is 0', () => {
  expect(loadShare(workingDay(240))).toBe(0.5)
  expect(loadShare(workingDay(600))).toBe(1)
  expect(loadShare(closedDay(60))).toBe(0)
})

test('a screen reader hears how full a day is', () => {
  expect(loadText(workingDay(480))).toBe('voll')
  expect(loadText(workingDay(120))).toBe('25 Prozent belegt')
  expect(loadText(closedDay(0))).toBe('geschlossen')
})
