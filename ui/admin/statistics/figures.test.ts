import { expect, test } from 'vitest'
import { FIGURES, hourShare, numberText, shareText, sumsOf, totalOf } from './figures.ts'
import type { MonthFigures } from './use-statistics.ts'

/** Returns the figures of a month with 10 bookings, with these changes. */
const month = (changes: Partial<MonthFigures> = {}): MonthFigures => ({
  month: '2027-01',
  running: false,
  bookings: 10,
  first_visits: 3,
  rejected: 0,
  missed: 1,
  cancelled: 4,
  cancelled_by: { patient: 2, practice: 1 },
  cancelled_ahead: { within_day: 1, within_week: 1, earlier: 1 },
  asked: 6,
  answered: 5,
  hours_to_answer: 2.5,
  days_ahead: null,
  from_waiting_list: 2,
  ...changes,
})

test('the series of each chart add up to what it counts', () => {
  const totals = FIGURES.map(({ title, series }) => [title, totalOf(series, month())])
  expect(Object.fromEntries(totals)).toEqual({
    Buchungen: 10,
    'Nicht erschienen': 1,
    'Absagen: von wem': 4,
    'Absagen: wie lange vorher': 3,
    'Anfragen von Patienten': 6,
    'Zeit bis zur Antwort': 2.5,
    'Tage im Voraus': 0,
    'Über die Warteliste vergeben': 2,
  })
})

test('the counts of several months are added up', () => {
  const months = [
    month({ bookings: 10, first_visits: 3, from_waiting_list: 2 }),
    month({ bookings: 30, first_visits: 4, from_waiting_list: 0 }),
  ]
  expect(sumsOf(months)).toMatchObject({ bookings: 40, firstVisits: 7, fromWaitingList: 2 })
})

test('the shares of several months refer to all their bookings', () => {
  const cancelledLate = { within_day: 1, within_week: 1, earlier: 1 }
  const months = [
    month({ bookings: 10, missed: 1, cancelled: 4, cancelled_ahead: cancelledLate }),
    month({ bookings: 30, missed: 3, cancelled: 4, cancelled_ahead: cancelledLate }),
  ]
  expect(sumsOf(months)).toMatchObject({ missed: 4 / 40, cancelled: 8 / 40, cancelledLate: 2 / 40 })
})

test('there is no share without bookings', () => {
  expect(sumsOf([])).toMatchObject({ bookings: 0, missed: null, cancelled: null, cancelledLate: null })
})

test('numbers are written with a decimal comma, and a missing measurement as a dash', () => {
  expect(numberText(2.54)).toBe('2,5')
  expect(numberText(0)).toBe('0')
  expect(numberText(null)).toBe('–')
})

test('shares are written as percentages, and a missing share as a dash', () => {
  expect(shareText(0.0214)).toBe('2,1\u00a0%')
  expect(shareText(null)).toBe('–')
})

test('the booked share of an hour is at most 1, and is 0 without working time', () => {
  const shareOf = (capacity_min: number, booked_min: number) =>
    hourShare({ weekday: 1, hour: 8, capacity_min, booked_min })
  expect(shareOf(720, 180)).toBe(0.25)
  expect(shareOf(720, 800)).toBe(1)
  expect(shareOf(0, 10)).toBe(0)
})
