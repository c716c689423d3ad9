import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import type { Instant } from '../../shared/day.ts'
import { insertMessage, type NewMessage } from './queue.ts'

/** Changes to waiting messages. Each runs in the transaction of the change that the messages report. */

/** Makes waiting messages due at `until`. One that is being sent keeps its due time, which is its lease. */
export function delayMessages(ctx: Ctx, which: SQL | undefined, until: Instant): void {
  const isWaiting = eq(messages.status, 'queued')
  ctx.db.update(messages).set({ dueAt: until }).where(and(which, isWaiting)).run()
  wake(ctx)
}

/** Suppresses waiting messages. @param why a sentence that the outbox shows */
export function suppressMessages(ctx: Ctx, which: SQL | undefined, why: string): void {
  const isWaiting = eq(messages.status, 'queued')
  ctx.db.update(messages).set({ status: 'suppressed', error: why }).where(and(which, isWaiting)).run()
}

/** Deletes messages about a change that is undone, so that no trace of it is sent. */
export function deleteMessages(ctx: Ctx, which: SQL | undefined): void {
  ctx.db.delete(messages).where(which).run()
}

/**
 * Queues a message unless one of its kind already waits for the booking; that one then gets the new subject.
 */
export function queueOnce(ctx: Ctx, message: NewMessage & Readonly<{ bookingId: string }>): void {
  const { bookingId, channel, kind, subject } = message
  const same = and(eq(messages.bookingId, bookingId), eq(messages.channel, channel), eq(messages.kind, kind))
  const isWaiting = eq(messages.status, 'queued')
  const { changes } = ctx.db.update(messages).set({ subject }).where(and(same, isWaiting)).run()
  if (changes === 0) insertMessage(ctx, message)
}
