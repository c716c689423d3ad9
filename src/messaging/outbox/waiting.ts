import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import type { Instant } from '../../shared/day.ts'
import { insertMessage, type NewMessage } from './queue.ts'

/**
 * This module changes waiting messages, and deletes messages about a change that is undone. Each function
 * runs in the transaction of the change that the messages report. The condition `which` selects the messages;
 * undefined selects all.
 */

/** Matches messages that wait for a worker, and not those that are being sent. */
const IS_WAITING = eq(messages.status, 'queued')

/**
 * Makes waiting messages due at `until`. A message that is being sent keeps its due time, which is the end of
 * its lease.
 */
export function delayWaitingMessages(ctx: Ctx, which: SQL | undefined, until: Instant): void {
  ctx.db.update(messages).set({ dueAt: until }).where(and(which, IS_WAITING)).run()
  // The messages may be of several channels, so all workers are woken.
  wake(ctx)
}

/** Suppresses waiting messages. @param why a sentence that the outbox shows */
export function suppressWaitingMessages(ctx: Ctx, which: SQL | undefined, why: string): void {
  ctx.db.update(messages).set({ status: 'muted', error: why }).where(and(which, IS_WAITING)).run()
}

/**
 * Deletes messages about a change that is undone, whatever their status, so that no trace of the change is
 * sent or shown.
 */
export function deleteMessages(ctx: Ctx, which: SQL | undefined): void {
  ctx.db.delete(messages).where(which).run()
}

/**
 * Queues a message. If one of its kind already waits for the booking, that message gets the new subject
 * instead.
 */
export function queueOnce(ctx: Ctx, message: NewMessage & Readonly<{ bookingId: string }>): void {
  const { bookingId, channel, kind, subject } = message
  const isSame = and(
    eq(messages.bookingId, bookingId),
    eq(messages.channel, channel),
    eq(messages.kind, kind),
  )
  const { changes } = ctx.db.update(messages).set({ subject }).where(and(isSame, IS_WAITING)).run()
  if (changes === 0) insertMessage(ctx, message)
}
