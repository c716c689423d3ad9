import { Hono } from 'hono'
import * as v from 'valibot'
import { readWeek, saveWeek, type Week } from '../../schedule/hours.ts'
import { wallMinutes, wallTime } from '../../shared/day.ts'
import { type WorkingHours, workingHoursSchema } from '../../shared/hours.ts'
import { HOURS_SAVED } from '../../shared/messages.de.ts'
import { ctxOf } from '../deps.ts'
import { body, joinFieldErrors } from '../input.ts'
import { saveIfCurrent, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'

const sent = v.strictObject({ workingHours: workingHoursSchema })

/** The hours in which patients find free times. */
export function workingHoursRoutes() {
  return new Hono<AdminEnv>()
    .get('/settings/working-hours', (c) => c.json(withEtag(c, answer(readWeek(ctxOf(c))))))
    .put('/settings/working-hours', body(sent, joinFieldErrors), (c) => {
      const ctx = ctxOf(c)
      const saved = saveIfCurrent(
        c,
        () => answer(readWeek(ctx)),
        () => saveWeek(ctx, weekOf(c.req.valid('json').workingHours)),
      )
      return c.json({ message: HOURS_SAVED, ...saved })
    })
}

function answer(week: Week): { workingHours: WorkingHours } {
  const days = week.map((blocks) =>
    blocks.length === 0
      ? null
      : blocks.map(([start, end]) => ({ start: wallTime(start), end: wallTime(end) })),
  )
  return { workingHours: Object.fromEntries(days.entries()) as WorkingHours }
}

function weekOf(hours: WorkingHours): Week {
  return ([0, 1, 2, 3, 4, 5, 6] as const).map((weekday) =>
    (hours[weekday] ?? []).map(({ start, end }) => [minutes(start), minutes(end)] as const),
  )
}

/** Of a time that the schema has accepted. */
function minutes(time: string): number {
  return wallMinutes(time) ?? 0
}
