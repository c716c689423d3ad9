import type { MonthFigures } from '../admin/statistics/use-statistics.ts'

/** Returns the figures of a month with 10 bookings, with these changes. */
export function sampleMonth(changes: Partial<MonthFigures> = {}): MonthFigures {
  return {
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
  }
}
