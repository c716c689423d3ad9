import { expect, test } from 'vitest'
import { sampleMonth } from '../../testing/sample-month.ts'
import { sumsOf } from './sums.ts'

test('the counts of several months are added up', () => {
  const months = [
    sampleMonth({ bookings: 10, first_visits: 3, from_waiting_list: 2 }),
    sampleMonth({ bookings: 30, first_visits: 4, from_waiting_list: 0 }),
  ]
  expect(sumsOf(months)).toMatchObject({ bookings: 40, firstVisits: 7, fromWaitingList: 2 })
})

test('the shares of several months refer to all their bookings', () => {
  // Only the one that was cancelled within a day of the appointment counts as late.
  const cancelledAhead = { within_day: 1, within_week: 1, earlier: 1 }
  const months = [
    sampleMonth({ bookings: 10, missed: 1, cancelled: 4, cancelled_ahead: cancelledAhead }),
    sampleMonth({ bookings: 30, missed: 3, cancelled: 4, cancelled_ahead: cancelledAhead }),
  ]
  expect(sumsOf(months)).toMatchObject({ missed: 4 / 40, cancelled: 8 / 40, cancelledLate: 2 / 40 })
})

test.each([
  { title: 'no months', months: [] },
  { title: 'a month without bookings', months: [sampleMonth({ bookings: 0, missed: 0, cancelled: 0 })] },
])('the shares of $title are null', ({ months }) => {
  expect(sumsOf(months)).toMatchObject({ bookings: 0, missed: null, cancelled: null, cancelledLate: null })
})
