import { desc, lt } from 'drizzle-orm'
import { actorColumns, type Ctx } from '../ctx.ts'
import { audit } from '../db/schema.ts'

/** The admin pages have a German word for each. */
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
  | 'booking-moved'
  | 'booking-rejected'
  | 'booking-cancelled'
  | 'booking-undone'
  | 'message-resent'
  | 'absence-saved'
  | 'absence-deleted'
  | 'bookings-exported'
  | 'feed-made'
  | 'feed-ended'

/**
 * Records who did what. Call in the transaction of the change.
 * @param subject which setting, service, account or booking (`bookingSubject`), never a stored value
 */
export function recordAudit(ctx: Ctx, action: AuditAction, subject = ''): void {
  ctx.db
    .insert(audit)
    .values({ ...actorColumns(ctx), action, subject, at: ctx.now })
    .run()
}

/** One page of entries, newest first. @param before id of the previous page's last entry */
export function listAudit(ctx: Ctx, { before, limit }: { before: number | undefined; limit: number }) {
  const entries = ctx.db
    .select()
    .from(audit)
    .where(before === undefined ? undefined : lt(audit.id, before))
    .orderBy(desc(audit.id))
    .limit(limit + 1)
    .all()
  return { entries: entries.slice(0, limit), more: entries.length > limit }
}

/** The start of a booking's id. The whole id gives access to the booking, so it is never recorded. */
export function bookingSubject(id: string): string {
  return `${id.slice(0, 6)}…`
}
