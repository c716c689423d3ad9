import { Hono } from 'hono'
import { CHANNELS, resendMessage } from '../../booking/messages.ts'
import { Problem } from '../../rules/problems.ts'
import { ctxOf, type Doorway } from '../doorway.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** What was sent about a booking, once more. */
export function bookingMessageDoors(_doorway: Doorway) {
  return new Hono<AdminEnv>().post('/bookings/:id/messages/:channel/:messageId/resend', noBody, (c) => {
    const { id: bookingId, messageId } = c.req.param()
    const channel = CHANNELS.find((name) => name === c.req.param('channel'))
    if (channel === undefined) throw new Problem('unknown_path')
    const mute = resendMessage(ctxOf(c), { bookingId, channel, id: Number(messageId) })
    return c.json({
      message: mute === undefined ? 'Wird noch einmal gesendet.' : `Die Nachricht bleibt hier: ${mute}`,
    })
  })
}
