import { type MonthFigures, readStatistics } from '../backoffice/statistics.ts'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from './bookings.ts'
import type { TestApp } from './test-app.ts'

/** Adds a booking that starts at this time and has its own hold, as a patient's request does. */
export function addBooking(app: TestApp, start: string, changes: Partial<Booking> = {}): Booking {
  return insertBooking(app.ctx().db, { startsAt: Date.parse(start), holdId: `hold-${start}`, ...changes })
}

/** Returns the figures of a month, of all bookings or of one service. Throws for a month without figures. */
export function monthOf(app: TestApp, month: string, serviceId?: string): MonthFigures {
  const figures = readStatistics(app.ctx(), { serviceId }).months.find((each) => each.month === month)
  if (figures === undefined) throw new Error(`the statistics have no ${month}`)
  return figures
}
