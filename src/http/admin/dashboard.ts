import { Hono } from 'hono'
import type { ListedBooking } from '../../backoffice/booking-list.ts'
import { listAppointments, listMoves, listOpenRequests, waitsSince } from '../../backoffice/open-requests.ts'
import { countByWeek, type DayLoad, loadAhead, type WeekCount } from '../../backoffice/utilisation.ts'
import { answersOf } from '../../booking/answers.ts'
import { messageOfMove } from '../../booking/patient-moves.ts'
import { countVisits } from '../../booking/patients.ts'
import type { Ctx } from '../../ctx.ts'
import { readAlerts, worstOf } from '../../operation/alerts.ts'
import type { Alert } from '../../operation/checks/check.ts'
import { findFirstSteps } from '../../operation/first-steps.ts'
import { openTimeOn } from '../../schedule/hours.ts'
import { dayFromNumber, HOUR } from '../../shared/day.ts'
import { timeOfDay } from '../../shared/format.ts'
import { SETUP_ROLES } from '../../shared/role.ts'
import { dayNumberAt, isoAt, startOfDay } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import type { AdminEnv } from './guard.ts'
import { odooTasks } from './odoo.ts'
import { bookingRow, visitsRow } from './wire.ts'

const WEEKS_COUNTED = 12
const UTILISATION_DAYS = 14

/** The call of the banner above every admin page. Its sentences and counts name no patient. */
export function statusRoutes() {
  return new Hono<AdminEnv>().get('/status', (c) => {
    const { alerts, counts } = readAlerts(ctxOf(c))
    return c.json({ ...worstOf(alerts), counts })
  })
}

/** The call of the start page. */
export function overviewRoutes() {
  return new Hono<AdminEnv>().get('/overview', (c) => {
    const ctx = ctxOf(c)
    const today = dayNumberAt(ctx.now)
    return c.json({
      now: isoAt(ctx.now),
      requests: listOpenRequests(ctx).map((request) => requestRow(ctx, request)),
      today: dayAnswer(ctx, today),
      tomorrow: dayAnswer(ctx, today + 1),
      weeks: countByWeek(ctx, WEEKS_COUNTED).map(weekAnswer),
      load: loadAhead(ctx, UTILISATION_DAYS).map(loadAnswer),
      first_steps: (SETUP_ROLES.includes(c.get('session').role) && findFirstSteps(ctx)) || null,
      odoo: odooTasks(ctx),
      alerts: readAlerts(ctx).alerts.flatMap(alertAnswer),
    })
  })
}

function requestRow(ctx: Ctx, request: ListedBooking) {
  return {
    ...bookingRow(request),
    waiting_hours: Math.floor((ctx.now - waitsSince(request.booking)) / HOUR),
    visits: visitsRow(countVisits(ctx, request.booking)),
    answers: answersOf(ctx, request.booking),
    message: messageOfMove(ctx, request.booking),
  }
}

function dayAnswer(ctx: Ctx, day: number) {
  return {
    date: dayFromNumber(day),
    working: openTimeOn(ctx, day).map(({ startsAt, endsAt }) => ({
      start: timeOfDay(startsAt),
      end: timeOfDay(endsAt),
    })),
    bookings: listAppointments(ctx, day).map(bookingRow),
    moves: listMoves(ctx, startOfDay(day), startOfDay(day + 1)).map(bookingRow),
  }
}

function weekAnswer({ week, number, count, noShows, running }: WeekCount) {
  return { week, label: String(number), count, no_show: noShows, running }
}

function loadAnswer({ day, capacity, booked }: DayLoad) {
  return { date: day, capacity_min: capacity, booked_min: booked, closed: capacity === 0 }
}

function alertAnswer({ kind, level, card }: Alert) {
  return card === undefined || level === 'maintenance' ? [] : [{ kind, level, ...card }]
}
