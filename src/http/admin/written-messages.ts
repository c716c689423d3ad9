import { Hono } from 'hono'
import * as v from 'valibot'
import { writeToPatient } from '../../booking/written-messages.ts'
import { MESSAGE_LENGTH } from '../../shared/booking-limits.ts'
import { ctxOf } from '../deps.ts'
import { body } from '../input.ts'
import type { AdminEnv } from './guard.ts'

const NO_TEXT = 'Bitte eine Nachricht eingeben.'

const writeBody = v.strictObject({
  by: v.picklist(['sms', 'email'], 'Bitte sms oder email angeben.'),
  text: v.pipe(
    v.string(NO_TEXT),
    v.trim(),
    v.minLength(1, NO_TEXT),
    v.maxLength(MESSAGE_LENGTH, `Höchstens ${MESSAGE_LENGTH} Zeichen.`),
  ),
})

/** The call to write to the patient of a booking (docs/behaviour.md 19.52). */
export function writtenMessageRoutes() {
  return new Hono<AdminEnv>().post('/bookings/:id/messages', body(writeBody), (c) => {
    const { by: channel, text } = c.req.valid('json')
    writeToPatient(ctxOf(c), c.req.param('id'), { channel, text })
    return c.json({ message: 'Die Nachricht wird gesendet.' })
  })
}
