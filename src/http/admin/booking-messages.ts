import { Hono } from 'hono'
import { CHANNELS, resendMessage } from '../../backoffice/messages.ts'
import { Problem } from '../../shared/problems.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** What was sent about a booking, once more. */
export function bookingMessageRoutes(_doorway: Deps) {
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
