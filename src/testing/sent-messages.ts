import { listMessagesOfBooking } from '../backoffice/booking-messages.ts'
import { resendMessage } from '../backoffice/resend-message.ts'
import { decideBooking } from '../booking/decisions.ts'
import { writeSettings } from '../practice/settings.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import { book } from './factory.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** Opens a practice with a confirmed booking, all of whose messages have gone out. */
export async function openWithConfirmed() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
  decideBooking(app.ctx(), json.id, { decision: 'confirm', message: 'Bitte nüchtern kommen.' })
  markAllSent(app)
  return { app, bookingId: json.id as string, ...messagesOf(app, json.id) }
}

/** Returns calls about the messages of a booking; each means the first message of the kind. */
export function messagesOf(app: TestApp, bookingId: string) {
  const idOf = (channel: Channel, kind: string) =>
    listMessagesOfBooking(app.ctx(), bookingId).find((row) => row.channel === channel && row.kind === kind)
      ?.id ?? 0
  /** Sends the message again. @returns why it is suppressed; undefined when it is queued */
  const resend = (channel: Channel, kind: string) =>
    resendMessage(app.assistant(), { bookingId, channel, id: idOf(channel, kind) })
  return { idOf, resend }
}

/** Makes every message look sent. */
export function markAllSent(app: TestApp): void {
  app.changeRows(`update messages set status = 'sent', sent_at = 1, attempts = 1, provider_message_id = 'm'`)
}
