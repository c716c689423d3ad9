import { Hono } from 'hono'
import * as v from 'valibot'
import { cancelByPatient } from '../booking/cancellation.ts'
import { paragraph } from '../shared/line.ts'
import { NO_ID } from '../shared/messages.de.ts'
import { ctxOf, type Env } from './deps.ts'
import { body } from './input.ts'

const cancelBody = v.strictObject({
  id: v.pipe(v.string(NO_ID), v.nonEmpty(NO_ID)),
  /** The reason; may be empty. */
  message: v.optional(paragraph(1000), ''),
})

/** The patient's cancellation, by booking id (docs/behaviour.md 8.9). The wire calls it `reject`; the practice's rejection is in decisions.ts. */
export function cancellationRoutes() {
  return new Hono<Env>().post('/patient/reject', body(cancelBody), (c) => {
    const { id, message } = c.req.valid('json')
    return c.json({ status: cancelByPatient(ctxOf(c), id, message).status })
  })
}
