import { Hono } from 'hono'
import * as v from 'valibot'
import { listConflictsOfAbsence, listConflictsOfAllAbsences } from '../../backoffice/absence-conflicts.ts'
import type { ListedBooking } from '../../backoffice/booking-list.ts'
import { closeTime, listMovesInto } from '../../booking/closed-times.ts'
import { listChannelsTo } from '../../booking/reach.ts'
import type { Ctx } from '../../ctx.ts'
import { usualSmsPrice } from '../../messaging/sms/usual-price.ts'
import { listAbsences } from '../../schedule/absence-lists.ts'
import { deleteAbsence } from '../../schedule/absences.ts'
import { absenceSchema } from '../../shared/absence.ts'
import { dayAt, readDateTime } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { dayField, daysInOrder } from '../fields.ts'
import { body, noBody, query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { absenceRow, bookingRow, euros } from './wire.ts'

const absenceBody = absenceSchema({ instantOf: readDateTime })

const daysQuery = v.pipe(v.object({ from: v.optional(dayField), to: v.optional(dayField) }), daysInOrder())

/** The calls about absences (docs/behaviour.md 11). */
export function absenceRoutes() {
  return new Hono<AdminEnv>()
    .get('/absences', query(daysQuery), (c) => {
      const ctx = ctxOf(c)
      const { from = dayAt(ctx.now), to } = c.req.valid('query')
      return c.json(listAbsences(ctx, from, to).map(absenceRow))
    })
    .post('/absences/check', body(absenceBody), (c) => {
      const ctx = ctxOf(c)
      const input = c.req.valid('json')
      const conflicts = conflictRows(ctx, listConflictsOfAbsence(ctx, input))
      const moves = listMovesInto(ctx, input).length
      return c.json({ conflicts, ...(moves > 0 && { moves }) })
    })
    .get('/absences/conflicts', (c) => {
      const ctx = ctxOf(c)
      return c.json({ conflicts: conflictRows(ctx, listConflictsOfAllAbsences(ctx)) })
    })
    .post('/absences', body(absenceBody), (c) => {
      const absence = closeTime(ctxOf(c), c.req.valid('json'))
      return c.json(absenceRow(absence), 201)
    })
    .delete('/absences/:id', noBody, (c) => {
      deleteAbsence(ctxOf(c), Number(c.req.param('id')))
      return c.body(null, 204)
    })
}

/**
 * Returns the appointments, each with the channels that reach its patient, and the price of an SMS in euros
 * (docs/behaviour.md 19.53).
 */
function conflictRows(ctx: Ctx, bookings: readonly ListedBooking[]) {
  const smsPrice = euros(usualSmsPrice(ctx))
  return bookings.map((listed) => ({
    ...bookingRow(listed),
    by: listChannelsTo(ctx, listed.booking),
    sms_price: smsPrice,
  }))
}
