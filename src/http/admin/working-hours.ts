import { Hono } from 'hono'
import * as v from 'valibot'
import { type Ctx, inTx } from '../../ctx.ts'
import { hoursFromWeek, readWeek, saveWeek, weekFromHours } from '../../schedule/hours.ts'
import { HOURS_SAVED } from '../../shared/admin-messages.de.ts'
import { type WorkingHours, workingHoursSchema } from '../../shared/hours.ts'
import { ctxOf } from '../deps.ts'
import { body, WITH_FIELD_ERRORS } from '../input.ts'
import { assertAnswerUnchanged, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'

const hoursBody = v.strictObject({ workingHours: workingHoursSchema })

/** The calls about the practice's working hours. */
export function workingHoursRoutes() {
  return new Hono<AdminEnv>()
    .get('/settings/working-hours', (c) => c.json(withEtag(c, hoursAnswer(ctxOf(c)))))
    .put('/settings/working-hours', body(hoursBody, WITH_FIELD_ERRORS), (c) => {
      const ctx = ctxOf(c)
      const { workingHours } = c.req.valid('json')
      const saved = inTx(ctx, () => {
        assertAnswerUnchanged(c, hoursAnswer(ctx))
        saveWeek(ctx, weekFromHours(workingHours))
        return withEtag(c, hoursAnswer(ctx))
      })
      return c.json({ message: HOURS_SAVED, ...saved })
    })
}

/** Returns the working hours of the practice, within which patients find free times. */
function hoursAnswer(ctx: Ctx): { workingHours: WorkingHours } {
  return { workingHours: hoursFromWeek(readWeek(ctx)) }
}
