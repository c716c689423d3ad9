import { actorColumns, type Ctx } from '../ctx.ts'
import { audit } from '../db/schema.ts'

/** What is written down. The screen has a German word for each. */
export type Act =
  | 'login'
  | 'logout'
  | 'login-failed'
  | 'password-changed'
  | 'sessions-ended'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-code-used'
  | 'admin-added'
  | 'settings-saved'
  | 'settings-tested'
  | 'service-saved'
  | 'service-deleted'
  | 'booking-entered'
  | 'booking-confirmed'
  | 'booking-rejected'
  | 'booking-cancelled'
  | 'message-resent'
  | 'absence-saved'
  | 'absence-deleted'
  | 'bookings-exported'
  | 'feed-made'
  | 'feed-ended'

/**
 * Writes down who did what, in the transaction of the deed. Never values: `subject` names settings, services, or a booking by the
 * first characters of its id.
 */
export function recordAct(ctx: Ctx, action: Act, subject = ''): void {
  ctx.db
    .insert(audit)
    .values({ ...actorColumns(ctx), action, subject, at: ctx.now })
    .run()
}

/** Enough of a booking's id to tell it apart; what would let somebody in is never written down whole. */
export function bookingSubject(id: string): string {
  return `${id.slice(0, 6)}…`
}
