import { expect, test } from 'vitest'
import { FIGURES, totalOf } from './figures.ts'
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

test('the series of each chart add up to the total that the chart counts', () => {
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
