import { expect, test } from 'vitest'
import { labelledWeeks, loadShare, loadText, weeksText } from './charts-text.ts'

const weeks = [
  { label: '52', count: 12, running: false },
  { label: '53', count: 44, running: false },
  { label: '1', count: 22, running: true },
]
const day = (date: string, booked_min: number, capacity_min = 480) => ({
  date,
  booked_min,
  capacity_min,
  closed: capacity_min === 0,
})

test('the fullest, the emptiest and the running week carry their number', () => {
  expect([...labelledWeeks(weeks)].toSorted()).toEqual([0, 1, 2])
  expect([...labelledWeeks([{ label: '1', count: 0, running: true }])]).toEqual([0])
  expect([...labelledWeeks([])]).toEqual([])
})

test('the bookings are told week by week', () => {
  expect(weeksText(weeks)).toBe(
    'Buchungen je Kalenderwoche: 12 in Woche 52, 44 in Woche 53, bisher 22 in der laufenden Woche 1.',
  )
})

test('a day is never more than full, and a closed one has no load', () => {
  expect(loadShare(day('2027-01-11', 240))).toBe(0.5)
  expect(loadShare(day('2027-01-11', 600))).toBe(1)
  expect(loadShare(day('2027-01-10', 60, 0))).toBe(0)
})

test('the load is told day by day, without the closed ones', () => {
  expect(loadText([day('2027-01-09', 0, 0), day('2027-01-11', 480), day('2027-01-12', 120)])).toBe(
    'Auslastung der nächsten 14 Tage: Mo 11. Jänner voll, Di 12. Jänner 25 Prozent.',
  )
  expect(loadText([day('2027-01-09', 0, 0)])).toBe('In den nächsten 14 Tagen ist geschlossen.')
})
