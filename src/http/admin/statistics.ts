import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { HourLoad } from '../../backoffice/hour-loads.ts'
import {
  countChangedDays,
  type MonthFigures,
  readStatistics,
  type Statistics,
} from '../../backoffice/statistics.ts'
import type { Ctx } from '../../ctx.ts'
import { tryToWrite } from '../../db/health.ts'
import { ctxOf } from '../deps.ts'
import { filterField, shownResourceField } from '../fields.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { hoursCsv, monthsCsv } from './statistics-csv.ts'

const statisticsQuery = v.object({ service: filterField(v.string()), resource: shownResourceField })
const csvQuery = v.object({
  ...statisticsQuery.entries,
  table: v.optional(v.picklist(['months', 'hours'], 'Bitte months oder hours angeben.'), 'months'),
})

/** The calls that answer the figures of the practice, for doctors only (docs/behaviour.md 12.50). */
export function statisticsRoutes() {
  return new Hono<AdminEnv>()
    .get('/statistics', query(statisticsQuery), async (c) => {
      const { months, hours } = await countAndRead(ctxOf(c), c.req.valid('query'))
      return c.json({ months: months.map(monthRow), hours: hours.map(hourRow) })
    })
    .get('/statistics.csv', query(csvQuery), async (c) => {
      const { table, service, resource } = c.req.valid('query')
      const { months, hours } = await countAndRead(ctxOf(c), { service, resource })
      const [csv, name] = table === 'months' ? [monthsCsv(months), 'monate'] : [hoursCsv(hours), 'stunden']
      // The byte order mark tells a German Excel that this is UTF-8.
      return c.body(`\ufeff${csv}`, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="auswertung-${name}.csv"`,
      })
    })
}

/**
 * Returns the figures, after counting the days that are not counted yet. Counting takes seconds after an
 * upgrade, so other calls run between its steps. If nothing can be written, `readStatistics` counts the days
 * itself, without storing them.
 */
async function countAndRead(
  ctx: Ctx,
  { service: serviceId, resource: resourceId }: v.InferOutput<typeof statisticsQuery>,
): Promise<Statistics> {
  while (countNextDays(ctx)) await nextTurn()
  return readStatistics(ctx, { serviceId, resourceId })
}

/**
 * Counts the next days, a limited number of them. Returns whether more remain, and false if nothing can be
 * written.
 */
function countNextDays(ctx: Ctx): boolean {
  let moreRemain = false
  const canWrite = tryToWrite(ctx.db, () => {
    moreRemain = countChangedDays(ctx)
  })
  return canWrite && moreRemain
}

/** Returns the figures of a month by their names in the API. */
function monthRow(figures: MonthFigures) {
  const { cancelledAhead } = figures
  return {
    month: figures.month,
    running: figures.running,
    bookings: figures.bookings,
    first_visits: figures.firstVisits,
    rejected: figures.rejected,
    missed: figures.missed,
    cancelled: figures.cancelled,
    cancelled_by: figures.cancelledBy,
    cancelled_ahead: {
      within_day: cancelledAhead.withinDay,
      within_week: cancelledAhead.withinWeek,
      earlier: cancelledAhead.earlier,
    },
    asked: figures.asked,
    answered: figures.answered,
    hours_to_answer: figures.hoursToAnswer,
    days_ahead: figures.daysAhead,
    from_waiting_list: figures.fromWaitingList,
  }
}

/** Returns the load of an hour of the week, by its names in the API. */
function hourRow({ weekday, hour, capacityMin, bookedMin }: HourLoad) {
  return { weekday, hour, capacity_min: capacityMin, booked_min: bookedMin }
}
