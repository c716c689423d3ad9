import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { addDays, type Day, dayNumber, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { startOfDay } from '../time/vienna.ts'
import { countByWeek } from './week-counts.ts'

/** Adds a booking of half an hour that starts at this time. */
const addBooking = (app: TestApp, start: string, changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { startsAt: Date.parse(start), ...changes })

/** Returns those of the last twelve weeks that have bookings. */
const weeksWithBookings = (app: TestApp) =>
  countByWeek(app.ctx(), 12)
    .filter(({ count }) => count > 0)
    .map(({ week, count, noShows }) => ({ week, count, noShows }))

describe('bookings by week', () => {
  it('cover the last twelve weeks, the current one last', () => {
    const app = openTestApp()
    expect(countByWeek(app.ctx(), 12).map(({ number }) => number)).toEqual([
      43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 1,
    ])
    expect(countByWeek(app.ctx(), 12).filter(({ running }) => running)).toEqual([
      { week: '2027-W01', number: 1, count: 0, noShows: 0, running: true },
    ])
  })

  it('count appointments by their start, requested or confirmed, and those whose patient did not come', () => {
    const app = openTestApp()
    addBooking(app, '2027-01-05T09:00:00+01:00')
    addBooking(app, '2027-01-05T10:00:00+01:00', { status: 'confirmed', attendance: 'no_show' })
    addBooking(app, '2027-01-05T11:00:00+01:00', { status: 'cancelled' })
    addBooking(app, '2027-01-05T11:30:00+01:00', { status: 'rejected' })
    addBooking(app, '2027-01-08T09:00:00+01:00', { createdAt: Date.parse('2026-12-01T09:00:00+01:00') })
    addBooking(app, '2026-12-30T09:00:00+01:00')
    expect(weeksWithBookings(app)).toEqual([
      { week: '2026-W53', count: 1, noShows: 0 },
      { week: '2027-W01', count: 3, noShows: 1 },
    ])
  })

  it('run from Monday midnight to Monday midnight in Vienna', () => {
    const app = openTestApp()
    const [beforeTheFirst, first] = ['2026-10-18T23:30:00+02:00', '2026-10-19T00:00:00+02:00']
    const [sunday, monday] = ['2026-10-25T23:30:00+01:00', '2026-10-26T00:00:00+01:00']
    const [current, afterTheCurrent] = ['2027-01-10T23:30:00+01:00', '2027-01-11T00:00:00+01:00']
    for (const start of [beforeTheFirst, first, sunday, monday, current, afterTheCurrent])
      addBooking(app, start)
    expect(weeksWithBookings(app)).toEqual([
      { week: '2026-W43', count: 2, noShows: 0 },
      { week: '2026-W44', count: 1, noShows: 0 },
      { week: '2027-W01', count: 1, noShows: 0 },
    ])
  })

  it('are ISO weeks, on every day of four years', () => {
    const app = openTestApp({ empty: true })
    const isoWeek = ({ yearOfWeek, weekOfYear }: Temporal.PlainDate) =>
      `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`
    for (let day: Day = '2026-01-01'; day <= '2029-12-31'; day = addDays(day, 1)) {
      const noon = startOfDay(dayNumber(day)) + 12 * HOUR
      const weeks = countByWeek({ ...app.ctx(), now: noon }, 2).map(({ week }) => week)
      const today = Temporal.PlainDate.from(day)
      expect(weeks, day).toEqual([isoWeek(today.subtract({ weeks: 1 })), isoWeek(today)])
    }
  })
})
