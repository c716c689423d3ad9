import { Hono } from 'hono'
import * as v from 'valibot'
import { type ListedBooking, listAppointmentsOfDay } from '../../backoffice/booking-list.ts'
import { listMoves, listOpenRequests, waitingSince } from '../../backoffice/open-requests.ts'
import { countLoadAhead, type DayLoad } from '../../backoffice/utilisation.ts'
import { countByWeek, type WeekCount } from '../../backoffice/week-counts.ts'
import { messageOfMove } from '../../booking/asked-moves.ts'
import { countVisits } from '../../booking/patients.ts'
import type { Ctx } from '../../ctx.ts'
import { readAlerts } from '../../operation/alerts.ts'
import type { Alert } from '../../operation/checks/check.ts'
import { findFirstSteps } from '../../operation/first-steps.ts'
import { listOpenTimes } from '../../schedule/working-time.ts'
import { dayFromNumber, HOUR } from '../../shared/day.ts'
import { timeOfDay } from '../../shared/format.ts'
import { type Role, SETUP_ROLES } from '../../shared/role.ts'
import { dayNumberAt, isoAt, startOfDay } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { shownResourceField } from '../fields.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { odooTasks } from './odoo.ts'
import { bookingRow, visitsRow } from './wire.ts'

/** Weeks whose appointments are counted, including the current one. */
const WEEKS_COUNTED = 12
/** Days whose load is shown, from today. */
const LOAD_DAYS = 14

const overviewQuery = v.object({ resource: shownResourceField })

/** The call of the start page, for all resources or for the one in `resource`. */
export function overviewRoutes() {
  return new Hono<AdminEnv>().get('/overview', query(overviewQuery), (c) => {
    const ctx = ctxOf(c)
    const { resource } = c.req.valid('query')
    const today = dayNumberAt(ctx.now)
    return c.json({
      now: isoAt(ctx.now),
      requests: listOpenRequests(ctx, resource).map((request) => requestRow(ctx, request)),
      today: dayAnswer(ctx, today, resource),
      tomorrow: dayAnswer(ctx, today + 1, resource),
      weeks: countByWeek(ctx, WEEKS_COUNTED, resource).map(weekAnswer),
      load: countLoadAhead(ctx, LOAD_DAYS, resource).map(loadAnswer),
      first_steps: firstStepsFor(ctx, c.get('session').role),
      odoo: odooTasks(ctx),
      alerts: readAlerts(ctx).alerts.flatMap(alertAnswers),
    })
  })
}

/**
 * Returns what is yet to be set up, for the roles that can do it; null if nothing is left, and for other
 * roles.
 */
function firstStepsFor(ctx: Ctx, role: Role) {
  return SETUP_ROLES.includes(role) ? (findFirstSteps(ctx) ?? null) : null
}

/** Returns a request with what the practice needs for its decision. */
function requestRow(ctx: Ctx, request: ListedBooking) {
  return {
    ...bookingRow(request),
    waiting_hours: Math.floor((ctx.now - waitingSince(request.booking)) / HOUR),
    visits: visitsRow(countVisits(ctx, request.booking)),
    message: messageOfMove(ctx, request.booking),
  }
}

/** Returns the appointments of a day (counted from 1970-01-01), and the times on it that patients ask for. */
function dayAnswer(ctx: Ctx, day: number, resource: string | undefined) {
  return {
    date: dayFromNumber(day),
    working: listOpenTimes(ctx, day, resource).map(({ startsAt, endsAt }) => ({
      start: timeOfDay(startsAt),
      end: timeOfDay(endsAt),
    })),
    bookings: listAppointmentsOfDay(ctx, day, resource).map(bookingRow),
    moves: listMoves(ctx, startOfDay(day), startOfDay(day + 1), resource).map(bookingRow),
  }
}

function weekAnswer({ week, number, count, noShows, running }: WeekCount) {
  return { week, label: String(number), count, no_show: noShows, running }
}

function loadAnswer({ day, capacity, booked }: DayLoad) {
  return { date: day, capacity_min: capacity, booked_min: booked, closed: capacity === 0 }
}

/** Returns the card of an alert; none for maintenance, which only the banner shows. */
function alertAnswers({ kind, level, card }: Alert) {
  return card === undefined || level === 'maintenance' ? [] : [{ kind, level, ...card }]
}
