import type { Message } from '../db/schema.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { findStaleReason } from '../messaging/outbox/staleness.ts'
import type { Instant } from '../shared/day.ts'
import { openTestApp } from './test-app.ts'

/** The sentences that say why a message is not sent. */
export const CHANGED = 'Nicht mehr gesendet: Der Termin hat sich geändert.'
export const BEGUN = 'Nicht mehr gesendet: Der Termin hat schon begonnen.'
export const GONE = 'Nicht mehr gesendet: Den Termin gibt es nicht mehr.'

/** Opens a practice without bookings, and stores messages as they are just before an attempt to send them. */
export function openStalenessApp() {
  const ctx = openTestApp({ empty: true }).ctx()
  return {
    ctx,
    db: ctx.db,
    /** Stores a message, by default a confirmation by e-mail at its first attempt. */
    addMessage: (changes: Partial<Message>): Message => {
      const { channel = 'email', kind = 'confirmed' } = changes
      const content = { channel, kind, recipient: 'rosa@musterfrau.example', text: '' }
      return insertMessage(ctx, content, { attempts: 1, ...changes })
    },
    /** Returns why a message is not sent at an instant, by default now; undefined if it is sent. */
    whyNotSent: (message: Message, at: Instant = ctx.now) => findStaleReason({ ...ctx, now: at }, message),
  }
}

export type StalenessApp = ReturnType<typeof openStalenessApp>
