import { Hono } from 'hono'
import * as v from 'valibot'
import { cancelByPatient } from '../booking/cancellation.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { paragraph } from '../shared/line.ts'
import { NO_ID } from '../shared/messages.de.ts'
import { slotAnswer } from './bookings.ts'
import { ctxOf, type Env } from './deps.ts'
import { body } from './input.ts'
import { instant } from './query-params.ts'

const id = v.pipe(v.string(NO_ID), v.nonEmpty(NO_ID))
/** The reason; may be empty. */
const message = v.optional(paragraph(1000), '')
const cancelBody = v.strictObject({ id, message })
const moveBody = v.strictObject({ id, start: instant, message })

/**
 * The patient's changes, by booking id (docs/behaviour.md 8.9 and 8.21). The wire calls a cancellation `reject`; the practice's
 * rejection is in decisions.ts.
 */
export function changeRoutes() {
  return new Hono<Env>()
    .post('/patient/reject', body(cancelBody), (c) => {
      const { id, message } = c.req.valid('json')
      return c.json({ status: cancelByPatient(ctxOf(c), id, message).status })
    })
    .post('/patient/move', body(moveBody), (c) => {
      const ctx = ctxOf(c)
      const { id, ...input } = c.req.valid('json')
      const booking = moveByPatient(ctx, id, input)
      return c.json({ status: booking.status, ...slotAnswer(ctx, booking) })
    })
}
