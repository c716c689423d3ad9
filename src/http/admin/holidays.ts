import { Hono } from 'hono'
import * as v from 'valibot'
import { listHolidays, setHolidayOpen } from '../../schedule/holidays.ts'
import { HOLIDAY_YEARS } from '../../schedule/public-holidays.ts'
import { ctxOf } from '../deps.ts'
import { body, query } from '../input.ts'
import type { AdminEnv } from './guard.ts'

const YEAR_OUT_OF_RANGE = `Bitte ein Jahr von ${HOLIDAY_YEARS.from} bis ${HOLIDAY_YEARS.to} angeben.`
const yearQuery = v.object({
  year: v.pipe(
    v.string(YEAR_OUT_OF_RANGE),
    v.regex(/^\d{4}$/, YEAR_OUT_OF_RANGE),
    v.transform(Number),
    v.minValue(HOLIDAY_YEARS.from, YEAR_OUT_OF_RANGE),
    v.maxValue(HOLIDAY_YEARS.to, YEAR_OUT_OF_RANGE),
  ),
})

const holidayBody = v.strictObject({ open: v.boolean('Bitte true oder false angeben.') })

/**
 * The calls about public holidays. They are separate from absences, because staff who set up the portal need
 * them too.
 */
export function holidayRoutes() {
  return new Hono<AdminEnv>()
    .get('/holidays', query(yearQuery), (c) => c.json(listHolidays(ctxOf(c), c.req.valid('query').year)))
    .put('/holidays/:date', body(holidayBody), (c) =>
      c.json(setHolidayOpen(ctxOf(c), c.req.param('date'), c.req.valid('json').open)),
    )
}
