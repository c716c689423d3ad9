import { desc, lt } from 'drizzle-orm'
import { actorColumns, type Ctx } from '../ctx.ts'
import { audit } from '../db/schema.ts'

/** What is written down. The screen has a German word for each. */
export type AuditAction =
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
export function recordAudit(ctx: Ctx, action: AuditAction, subject = ''): void {
  ctx.db
    .insert(audit)
    .values({ ...actorColumns(ctx), action, subject, at: ctx.now })
    .run()
}

/** What was written down, the newest first; `before` is the id at which the page before ended. */
export function listAudit(ctx: Ctx, { before, limit }: { before: number | undefined; limit: number }) {
  const acts = ctx.db
    .select()
    .from(audit)
    .where(before === undefined ? undefined : lt(audit.id, before))
    .orderBy(desc(audit.id))
    .limit(limit + 1)
    .all()
  return { acts: acts.slice(0, limit), more: acts.length > limit }
}

/** Enough of a booking's id to tell it apart; what would let somebody in is never written down whole. */
export function bookingSubject(id: string): string {
  return `${id.slice(0, 6)}…`
}
