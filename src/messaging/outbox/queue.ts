import { and, eq, lte, notExists, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../db/open.ts'
import { bookings, emails } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import type { EmailContent } from '../email/layout.ts'
import { messageIdOf } from '../email/sender.ts'
import { inVain } from './staleness.ts'

/** What a mail is about. */
export type EmailKind =
  | 'email-check'
  | 'reservation-received'
  | 'new-reservation'
  | 'confirmed'
  | 'rejected'
  | 'cancelled'
  | 'cancelled-by-patient'
  | 'reminder'
  | 'unanswered'

export type NewEmail = EmailContent &
  Readonly<{
    kind: EmailKind
    /** One address. */
    recipient: string
    bookingId?: string
    /** An iCalendar object to send along. */
    calendar?: string
    /** Why it must not go out (notify_reason); it is then kept as `muted` and never sent. */
    muted?: string
  }>

/** Waiting or on its way. Written out, for a parameter would keep SQLite from using the partial index. */
export const PENDING = sql`status in ('queued', 'sending')`

/**
 * Writes a finished mail into the outbox, due at once. To be called inside the transaction of the change
 * that it tells of: both stand, or neither (decisions, section 5).
 */
export function queueEmail(
  ctx: Ctx,
  { kind, recipient, subject, text, html, bookingId, calendar, muted }: NewEmail,
): void {
  const logUuid = crypto.randomUUID()
  ctx.db
    .insert(emails)
    .values({
      logUuid,
      messageId: messageIdOf(ctx, logUuid),
      kind,
      bookingId: bookingId ?? null,
      recipient,
      subject,
      text,
      html,
      calendar: calendar ?? null,
      status: muted === undefined ? 'queued' : 'muted',
      error: muted ?? null,
      dueAt: ctx.now,
      createdAt: ctx.now,
    })
    .run()
}

export type OutboxState = Readonly<{
  /** Waiting for their time, due, or on their way. */
  queued: number
  /** Milliseconds since the longest overdue mail was due; 0 when none is. */
  overdue: number
  /**
   * Given up, and of an appointment that is still to come: afterwards, and once it is called off, nobody can do anything about
   * it. Without e-mail checks: a visitor's mistyped address is nobody's fault here.
   */
  failed: number
}>

const pendingMails = prepared((db) =>
  db
    .select({ queued: sql<number>`count(*)`, dueSince: sql<Instant | null>`min(${emails.dueAt})` })
    .from(emails)
    .where(PENDING)
    .prepare(),
)

const failedMails = prepared((db) => {
  const over = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.id, emails.bookingId),
        or(lte(bookings.startsAt, sql.placeholder('now')), inVain(emails.kind)),
      ),
    )
  return db
    .select({ failed: sql<number>`count(*)` })
    .from(emails)
    .where(and(sql`status = 'failed' and kind <> 'email-check'`, notExists(over)))
    .prepare()
})

/** How the outbox stands, for monitoring and the admin's banner. */
export function outboxState(ctx: Ctx): OutboxState {
  const { queued, dueSince } = pendingMails(ctx.db).all()[0] ?? { queued: 0, dueSince: null }
  const { failed } = failedMails(ctx.db).all({ now: ctx.now })[0] ?? { failed: 0 }
  return { queued, overdue: Math.max(0, ctx.now - (dueSince ?? ctx.now)), failed }
}
