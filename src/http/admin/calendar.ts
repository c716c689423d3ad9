import { Hono } from 'hono'
import * as v from 'valibot'
import { type CalendarDay, readCalendar } from '../../backoffice/calendar.ts'
import { wallTime } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { query } from '../input.ts'
import { day, inOrder } from '../query-params.ts'
import type { AdminEnv } from './guard.ts'
import { absenceRow, bookingRow } from './wire.ts'

/** The six weeks of a month's page. */
const MAX_DAYS = 42

const daysQuery = v.pipe(v.object({ from: day, to: day }), inOrder(MAX_DAYS))

/** The calendar of the practice. */
export function calendarRoutes() {
  return new Hono<AdminEnv>().get('/calendar', query(daysQuery), (c) => {
    const { from, to } = c.req.valid('query')
    const { days, bookings, holds, absences, busy } = readCalendar(ctxOf(c), from, to)
    return c.json({
      days: days.map(dayAnswer),
      // Narrow columns cut long names off, so the page puts the last name first.
      bookings: bookings.map((entry) => ({
        ...bookingRow(entry),
        first_name: entry.booking.firstName,
        last_name: entry.booking.lastName,
      })),
      holds: holds.map(({ startsAt, endsAt, serviceName }) => ({
        start: isoAt(startsAt),
        end: isoAt(endsAt),
        service_name: serviceName,
      })),
      absences: absences.map(absenceRow),
      busy: busy.map(({ startsAt, endsAt }) => ({ start: isoAt(startsAt), end: isoAt(endsAt) })),
    })
  })
}

function dayAnswer({ date, working, closed }: CalendarDay) {
  return {
    date,
    working: working.map(([start, end]) => ({ start: wallTime(start), end: wallTime(end) })),
    closed,
  }
}
