import { Hono } from 'hono'
import * as v from 'valibot'
import type { ListedBooking } from '../../backoffice/booking-list.ts'
import { type CalendarDay, type ResourceDays, readCalendar } from '../../backoffice/calendar.ts'
import { countLoadOfDays } from '../../backoffice/utilisation.ts'
import { countVisits } from '../../booking/patients.ts'
import type { Ctx } from '../../ctx.ts'
import { resourceName } from '../../schedule/resources.ts'
import { findActiveService } from '../../schedule/services.ts'
import { listOfferedResources } from '../../schedule/shown-resources.ts'
import { type Day, dayNumber, type Interval, wallTime } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { dayField, daysInOrder, shownResourceField } from '../fields.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { absenceRow, bookingRow, visitsRow } from './wire.ts'

/** The page of a month shows six weeks. */
const MAX_DAYS = 42

const daysQuery = v.pipe(v.object({ from: dayField, to: dayField }), daysInOrder(MAX_DAYS))

/** Without `resource`, the load is the total of all resources. */
const loadQuery = v.pipe(
  v.object({ from: dayField, to: dayField, resource: shownResourceField }),
  daysInOrder(MAX_DAYS),
)

/** The calls about the practice's calendar. */
export function calendarRoutes() {
  return new Hono<AdminEnv>()
    .get('/calendar', query(daysQuery), (c) => {
      const { from, to } = c.req.valid('query')
      return c.json(calendarAnswer(ctxOf(c), from, to))
    })
    .get('/calendar/load', query(loadQuery), (c) => {
      const { from, to, resource } = c.req.valid('query')
      const days = countLoadOfDays(ctxOf(c), dayNumber(from), dayNumber(to) + 1, resource)
      return c.json(
        days.map(({ day, count, booked, capacity }) => ({
          date: day,
          count,
          booked_min: booked,
          capacity_min: capacity,
        })),
      )
    })
}

/** Returns the calendar of the Vienna days from `from` to `to`, both included. */
function calendarAnswer(ctx: Ctx, from: Day, to: Day) {
  const calendar = readCalendar(ctx, from, to)
  // Several resources have a column each; a single one is not mentioned.
  const hasColumns = calendar.resources.length > 0
  // Only a single day has the number of visits, because the boxes of a week have no room for it.
  const shown = { resources: hasColumns, visits: from === to }
  const rowOf = (listed: ListedBooking) => calendarRow(ctx, listed, shown)
  return {
    days: calendar.days.map(dayAnswer),
    ...(hasColumns && { resources: calendar.resources.map((days) => columnAnswer(ctx, days)) }),
    bookings: calendar.bookings.map(rowOf),
    moves: calendar.moves.map(rowOf),
    holds: calendar.holds.map((hold) => ({
      ...spanAnswer(hold),
      service_name: hold.serviceName,
      resource_id: hold.resourceId,
    })),
    offers: calendar.offers.map((offer) => ({
      ...spanAnswer(offer),
      name: offer.name,
      resource_id: offer.resourceId,
    })),
    absences: calendar.absences.map(absenceRow),
    busy: calendar.busy.map((time) => ({
      ...spanAnswer(time),
      title: time.title,
      resource_id: time.resourceId,
    })),
    occupied: calendar.occupied.map((time) => ({
      ...spanAnswer(time),
      resource_id: time.resourceId,
      booking_id: time.bookingId,
    })),
  }
}

/** Returns the start and end of a time, by their names in the API. */
function spanAnswer({ startsAt, endsAt }: Interval) {
  return { start: isoAt(startsAt), end: isoAt(endsAt) }
}

/**
 * Returns a booking of the calendar: who else offers its service, and the visits of the patient, if shown.
 */
function calendarRow(
  ctx: Ctx,
  listed: ListedBooking,
  shown: Readonly<{ resources: boolean; visits: boolean }>,
) {
  return {
    ...namedRow(listed),
    ...(shown.resources && { offered_by: offeringResourceIds(ctx, listed.booking.serviceId) }),
    ...(shown.visits && { visits: visitsRow(countVisits(ctx, listed.booking)) }),
  }
}

/**
 * Returns the row of a booking with first and last name in separate fields. The page puts the last name
 * first, because its narrow columns cut long names off.
 */
function namedRow(listed: ListedBooking) {
  const { firstName, lastName } = listed.booking
  return { ...bookingRow(listed), first_name: firstName, last_name: lastName, step_min: listed.stepMin }
}

/** Returns the ids of the resources that offer this service. */
function offeringResourceIds(ctx: Ctx, serviceId: string): string[] {
  const service = findActiveService(ctx, serviceId)
  return service === undefined ? [] : listOfferedResources(ctx, service).map(({ id }) => id)
}

/** Returns a resource with its own hours, for its column of the calendar. */
function columnAnswer(ctx: Ctx, { resource, days }: ResourceDays) {
  return { id: resource.id, name: resourceName(ctx, resource), days: days.map(dayAnswer) }
}

/** Returns a day of the calendar: its working hours and, if it is closed, the reason. */
function dayAnswer({ date, working, closed }: CalendarDay) {
  return {
    date,
    working: working.map(([start, end]) => ({ start: wallTime(start), end: wallTime(end) })),
    closed,
  }
}
