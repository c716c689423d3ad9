import { expect, test } from 'vitest'
import { sumsOf } from './sums.ts'
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

test('the shares of months without bookings are null', () => {
  expect(sumsOf([])).toMatchObject({ bookings: 0, missed: null, cancelled: null, cancelledLate: null })
})
