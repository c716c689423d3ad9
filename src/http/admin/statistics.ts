import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { HourLoad } from '../../backoffice/hour-loads.ts'
import { countDays, type MonthFigures, readStatistics, type Statistics } from '../../backoffice/statistics.ts'
import type { Ctx } from '../../ctx.ts'
import { tryToWrite } from '../../db/health.ts'
import { WEEKDAYS } from '../../shared/hours.ts'
import { ctxOf } from '../deps.ts'
import { shownResource } from '../fields.ts'
import { query } from '../input.ts'
import { writeCsv } from './csv.ts'
import type { AdminEnv } from './guard.ts'

const service = v.optional(v.string())
const statisticsQuery = v.object({ service, resource: shownResource })
const csvQuery = v.object({
  service,
  resource: shownResource,
  table: v.optional(v.picklist(['months', 'hours'], 'Bitte months oder hours angeben.'), 'months'),
})

/** The columns of a CSV table: how to read each cell, by the heading. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

const MONTH_COLUMNS: Columns<MonthFigures> = {
  Monat: ({ month }) => month,
  Buchungen: ({ bookings }) => bookings,
  'Erste Besuche': ({ firstVisits }) => firstVisits,
  'Online angefragt': ({ asked }) => asked,
  Beantwortet: ({ answered }) => answered,
  'Stunden bis zur Antwort (Median)': ({ hoursToAnswer }) => hoursToAnswer,
  Abgelehnt: ({ rejected }) => rejected,
  Abgesagt: ({ cancelled }) => cancelled,
  'Abgesagt von Patienten': ({ cancelledBy }) => cancelledBy.patient,
  'Abgesagt von der Ordination': ({ cancelledBy }) => cancelledBy.practice,
  'Abgesagt unter 24 Stunden vorher': ({ cancelledAhead }) => cancelledAhead.withinDay,
  'Abgesagt 1 bis 7 Tage vorher': ({ cancelledAhead }) => cancelledAhead.withinWeek,
  'Abgesagt früher': ({ cancelledAhead }) => cancelledAhead.earlier,
  'Nicht erschienen': ({ missed }) => missed,
  'Tage im Voraus (Median)': ({ daysAhead }) => daysAhead,
  'Freie Zeit über die Warteliste vergeben': ({ fromWaitingList }) => fromWaitingList,
}

const HOUR_COLUMNS: Columns<HourLoad> = {
  Wochentag: ({ weekday }) => WEEKDAYS.find((each) => each.weekday === weekday)?.name ?? '',
  Stunde: ({ hour }) => `${String(hour).padStart(2, '0')}:00`,
  'Arbeitszeit in Minuten': ({ capacity }) => capacity,
  'Belegt in Minuten': ({ booked }) => booked,
}

/** The figures of the practice, for doctors only (docs/behaviour.md 12.50). */
export function statisticsRoutes() {
  return new Hono<AdminEnv>()
    .get('/statistics', query(statisticsQuery), async (c) => {
      const { months, hours } = await countAndRead(() => ctxOf(c), c.req.valid('query'))
      return c.json({ months: months.map(monthRow), hours: hours.map(hourRow) })
    })
    .get('/statistics.csv', query(csvQuery), async (c) => {
      const { table, service, resource } = c.req.valid('query')
      const { months, hours } = await countAndRead(() => ctxOf(c), { service, resource })
      const csv = table === 'months' ? tableOf(MONTH_COLUMNS, months) : tableOf(HOUR_COLUMNS, hours)
      // The byte order mark tells a German Excel that this is UTF-8.
      return c.body(`\ufeff${csv}`, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="auswertung-${table === 'months' ? 'monate' : 'stunden'}.csv"`,
      })
    })
}

/**
 * Counts the days that are not counted yet, and reads the figures. Counting takes seconds after an upgrade,
 * so other calls run between its steps. If nothing can be written, the days are counted while the figures are
 * read.
 */
async function countAndRead(
  ctx: () => Ctx,
  { service: serviceId, resource: resourceId }: v.InferOutput<typeof statisticsQuery>,
): Promise<Statistics> {
  let isMore = true
  const step = () => {
    isMore = countDays(ctx())
  }
  while (isMore && tryToWrite(ctx().db, step)) await setImmediate()
  return readStatistics(ctx(), { serviceId, resourceId })
}

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

function hourRow({ weekday, hour, capacity, booked }: HourLoad) {
  return { weekday, hour, capacity_min: capacity, booked_min: booked }
}

/** Returns the table with German headings and decimal commas. */
function tableOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns)
  const text = (value: string | number | null) =>
    typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '')
  return writeCsv([Object.keys(columns), ...rows.map((row) => cells.map((cell) => text(cell(row))))])
}
