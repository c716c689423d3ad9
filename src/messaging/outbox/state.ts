import { and, count, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../db/open.ts'
import { bookings, messages } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { findFault } from './faults.ts'
import { PENDING } from './leases.ts'
import { isOpenFailureSql } from './open-failures.ts'

/** Excludes e-mails about a danger, which wait while e-mail is broken and must not prolong that danger. */
const NO_DANGER = sql`${messages.kind} <> 'danger'`

/** Counts the messages of each channel that wait or are being sent. */
const pendingCounts = prepared((db) =>
  db
    .select({
      channel: messages.channel,
      queued: sql<number>`count(*)`,
      refused: sql<number>`count(${messages.error}) filter (where ${NO_DANGER})`,
      dueSince: sql<Instant | null>`min(${messages.dueAt}) filter (where ${NO_DANGER})`,
      oldest: sql<Instant>`min(${messages.createdAt})`,
    })
    .from(messages)
    .where(PENDING)
    .groupBy(messages.channel)
    .prepare(),
)

/**
 * Finds when the oldest waiting message of a channel was stored that was refused and after which no other was
 * sent; null if there is none.
 */
const oldestRefused = prepared((db) => {
  const lastSent = db
    .select({ at: messages.sentAt })
    .from(messages)
    .where(and(eq(messages.channel, sql.placeholder('channel')), eq(messages.status, 'sent')))
    .orderBy(desc(messages.id))
  return db
    .select({ storedAt: sql<Instant | null>`min(${messages.createdAt})` })
    .from(messages)
    .where(
      and(
        PENDING,
        eq(messages.channel, sql.placeholder('channel')),
        isNotNull(messages.error),
        NO_DANGER,
        gt(messages.createdAt, sql`coalesce(${lastSent}, 0)`),
      ),
    )
    .prepare()
})

/** Counts the open failures of each channel. */
const openFailureCounts = prepared((db) =>
  db
    .select({
      channel: messages.channel,
      failed: sql<number>`count(*) filter (where ${messages.status} = 'failed')`,
      unknown: sql<number>`count(*) filter (where ${messages.status} = 'unknown')`,
    })
    .from(messages)
    .where(isOpenFailureSql({ db }, sql.placeholder('now')))
    .groupBy(messages.channel)
    .prepare(),
)

/**
 * Returns the state of each channel, for monitoring and the admin's banner. Suppressed messages do not count.
 */
export function outboxState(ctx: Ctx) {
  const pending = new Map(
    pendingCounts(ctx.db)
      .all()
      .map((row) => [row.channel, row]),
  )
  const undelivered = new Map(
    openFailureCounts(ctx.db)
      .all({ now: ctx.now })
      .map((row) => [row.channel, row]),
  )
  const stateOf = (channel: Channel) => {
    const { queued = 0, refused = 0, dueSince, oldest = ctx.now } = pending.get(channel) ?? {}
    const { failed = 0, unknown = 0 } = undelivered.get(channel) ?? {}
    const refusedSince = refused > 0 ? oldestRefused(ctx.db).get({ channel })?.storedAt : null
    // A refused message is overdue even while it waits for its next attempt.
    const overdueSince = Math.min(dueSince ?? ctx.now, refusedSince ?? ctx.now)
    return {
      /** Messages that wait or are being sent. */
      queued,
      /** The part of `queued` that was refused at least once. */
      refused,
      /** Milliseconds since the oldest of `queued` was stored; 0 if there is none. */
      age: Math.max(0, ctx.now - oldest),
      /** Milliseconds since the longest overdue message became due; 0 if none is overdue. */
      overdue: Math.max(0, ctx.now - overdueSince),
      /** Open failures of messages that were certainly not sent. */
      failed,
      /** Open failures of messages that may have been sent; a person decides. */
      unknown,
      /** A sentence that says why the channel sends nothing, and what to do; null without a known fault. */
      fault: findFault(ctx, channel)?.advice ?? null,
    }
  }
  return { email: stateOf('email'), sms: stateOf('sms'), erp: stateOf('erp') }
}

/** Counts the messages suppressed for this reason whose appointment is in the future. */
export function countSuppressed(ctx: Ctx, reason: string): Readonly<Record<'email' | 'sms', number>> {
  const futureBookings = ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(gt(bookings.startsAt, ctx.now))
  const countOn = (channel: Channel) =>
    ctx.db
      .select({ count: count() })
      .from(messages)
      .where(
        and(
          inArray(messages.bookingId, futureBookings),
          eq(messages.channel, channel),
          eq(messages.status, 'muted'),
          eq(messages.error, reason),
        ),
      )
      .get()?.count ?? 0
  return { email: countOn('email'), sms: countOn('sms') }
}
