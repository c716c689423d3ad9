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

test('the shares of several months refer to all their bookings, and there is no share without bookings', () => {
  // The months have 10 and 30 bookings, and 1 and 3 missed ones. Each has 4 cancellations, 1 of them within a
  // day.
  expect(sumsOf([month(), month({ missed: 3, bookings: 30 })])).toEqual({
    bookings: 40,
    firstVisits: 6,
    cancelled: 0.2,
    cancelledLate: 0.05,
    missed: 0.1,
    fromWaitingList: 4,
  })
  expect(sumsOf([]).missed).toBeNull()
})

test('numbers are written with a decimal comma, and a missing measurement as a dash', () => {
  expect([numberText(2.54), numberText(0), numberText(null)]).toEqual(['2,5', '0', '–'])
  expect([shareText(0.0214), shareText(null)]).toEqual(['2,1\u00a0%', '–'])
})

test('the booked share of an hour is at most 1, and is 0 without working time', () => {
  const hour = { weekday: 1, hour: 8 }
  expect(hourShare({ ...hour, capacity_min: 720, booked_min: 180 })).toBe(0.25)
  expect(hourShare({ ...hour, capacity_min: 720, booked_min: 800 })).toBe(1)
  expect(hourShare({ ...hour, capacity_min: 0, booked_min: 10 })).toBe(0)
})
