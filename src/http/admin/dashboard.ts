import { Hono } from 'hono'
import * as v from 'valibot'
import { type ListedBooking, listAppointments } from '../../backoffice/booking-list.ts'
import { listMoves, listOpenRequests, waitsSince } from '../../backoffice/open-requests.ts'
import { countByWeek, type DayLoad, loadAhead, type WeekCount } from '../../backoffice/utilisation.ts'
import { answersOf } from '../../booking/answers.ts'
import { messageOfMove } from '../../booking/patient-moves.ts'
import { countVisits } from '../../booking/patients.ts'
import type { Ctx } from '../../ctx.ts'
import { bannerOf, readAlerts } from '../../operation/alerts.ts'
import type { Alert } from '../../operation/checks/check.ts'
import { findFirstSteps } from '../../operation/first-steps.ts'
import { listShownResources, resourceName } from '../../schedule/resources.ts'
import { openTimeOn } from '../../schedule/working-time.ts'
import { dayFromNumber, HOUR } from '../../shared/day.ts'
import { timeOfDay } from '../../shared/format.ts'
import { SETUP_ROLES } from '../../shared/role.ts'
import { dayNumberAt, isoAt, startOfDay } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { resourceId } from '../fields.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { odooTasks } from './odoo.ts'
import { bookingRow, visitsRow } from './wire.ts'

const WEEKS_COUNTED = 12
const UTILISATION_DAYS = 14

/**
 * The call of the banner above every admin page. Its sentences and counts name no patient. Where several
 * resources are active, it names them too, so that pages know whether there is a choice.
 */
export function statusRoutes() {
  return new Hono<AdminEnv>().get('/status', (c) => {
    const ctx = ctxOf(c)
    const { alerts, counts } = readAlerts(ctx)
    const { resourceId: own } = c.get('session')
    const named = listShownResources(ctx).map((each) => ({
      id: each.id,
      name: resourceName(ctx, each),
      own: each.id === own,
    }))
    return c.json({ ...bannerOf(alerts), counts, ...(named.length > 0 && { resources: named }) })
  })
}

const overviewQuery = v.object({ resource: resourceId })

/** The call of the start page, of all resources or of the one in `resource`. */
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
      load: loadAhead(ctx, UTILISATION_DAYS, resource).map(loadAnswer),
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

function dayAnswer(ctx: Ctx, day: number, resource: string | undefined) {
  return {
    date: dayFromNumber(day),
    working: openTimeOn(ctx, day, resource).map(({ startsAt, endsAt }) => ({
      start: timeOfDay(startsAt),
      end: timeOfDay(endsAt),
    })),
    bookings: listAppointments(ctx, day, resource).map(bookingRow),
    moves: listMoves(ctx, startOfDay(day), startOfDay(day + 1), resource).map(bookingRow),
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
