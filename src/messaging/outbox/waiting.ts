import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import type { Instant } from '../../shared/day.ts'
import { insertMessage, type NewMessage } from './queue.ts'

/**
 * This module changes messages that wait, and deletes those of a change that is undone. Each verb runs in the
 * transaction of the change that the messages report. Its condition `which` matches the messages; undefined
 * matches all of them.
 */

/** Matches messages that wait for a worker. A message that is being sent does not wait any more. */
const IS_WAITING = eq(messages.status, 'queued')

/**
 * Makes waiting messages due at `until`. A message that is being sent keeps its due time, which is the end of
 * its lease.
 */
export function delayMessages(ctx: Ctx, which: SQL | undefined, until: Instant): void {
  ctx.db.update(messages).set({ dueAt: until }).where(and(which, IS_WAITING)).run()
  // The messages may be of several channels, so all workers look when they have to run next.
  wake(ctx)
}

/** Suppresses waiting messages. @param why a sentence that the outbox shows */
export function suppressMessages(ctx: Ctx, which: SQL | undefined, why: string): void {
  ctx.db.update(messages).set({ status: 'suppressed', error: why }).where(and(which, IS_WAITING)).run()
}

/**
 * Deletes messages about a change that is undone, whatever their status, so that no trace of the change is
 * sent or shown.
 */
export function deleteMessages(ctx: Ctx, which: SQL | undefined): void {
  ctx.db.delete(messages).where(which).run()
}

/**
 * Queues a message, unless a message of its kind already waits for the booking. In that case the waiting
 * message gets the new subject.
 */
export function queueOnce(ctx: Ctx, message: NewMessage & Readonly<{ bookingId: string }>): void {
  const { bookingId, channel, kind, subject } = message
  const same = and(eq(messages.bookingId, bookingId), eq(messages.channel, channel), eq(messages.kind, kind))
  const { changes } = ctx.db.update(messages).set({ subject }).where(and(same, IS_WAITING)).run()
  if (changes === 0) insertMessage(ctx, message)
}
