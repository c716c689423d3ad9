import type { MonthFigures } from './use-statistics.ts'

/** The number of months that are summed up, and of the earlier months compared with them. */
export const MONTHS_COMPARED = 12

/**
 * Sums over several months. `cancelled`, `cancelledLate` and `missed` are shares of all bookings, from 0 to
 * 1, and null if there is no booking.
 */
export type Sums = Readonly<{
  bookings: number
  firstVisits: number
  cancelled: number | null
  /** Cancelled less than 24 hours before the appointment. */
  cancelledLate: number | null
  missed: number | null
  fromWaitingList: number
}>

/** Returns the sums of all these months together. */
export function sumsOf(months: readonly MonthFigures[]): Sums {
  const sum = (value: (month: MonthFigures) => number) =>
    months.reduce((total, month) => total + value(month), 0)
  const bookings = sum((month) => month.bookings)
  const share = (count: number) => (bookings === 0 ? null : count / bookings)
  return {
    bookings,
    firstVisits: sum(({ first_visits }) => first_visits),
    cancelled: share(sum(({ cancelled }) => cancelled)),
    cancelledLate: share(sum(({ cancelled_ahead }) => cancelled_ahead.within_day)),
    missed: share(sum(({ missed }) => missed)),
    fromWaitingList: sum(({ from_waiting_list }) => from_waiting_list),
  }
}
