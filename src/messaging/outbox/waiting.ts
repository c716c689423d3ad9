import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import type { Instant } from '../../shared/day.ts'
import { insertMessage, type NewMessage } from './queue.ts'

/** Changes to messages that have not gone out, in the transaction of the change that they are about. */

/** Makes messages due at another time. The due time of one that is being sent is its lease, which stays. */
export function delayMessages(ctx: Ctx, which: SQL | undefined, until: Instant): void {
  const notLeased = ne(messages.status, 'sending')
  ctx.db.update(messages).set({ dueAt: until }).where(and(which, notLeased)).run()
  wake(ctx)
}

/** Keeps waiting messages from going out. @param why a sentence for the outbox */
export function suppressMessages(ctx: Ctx, which: SQL | undefined, why: string): void {
  const isWaiting = eq(messages.status, 'queued')
  ctx.db.update(messages).set({ status: 'suppressed', error: why }).where(and(which, isWaiting)).run()
}

/** Deletes messages about a change that is taken back, so that nothing tells of it. */
export function deleteMessages(ctx: Ctx, which: SQL | undefined): void {
  ctx.db.delete(messages).where(which).run()
}

/**
 * Queues a message that does the same however often it is sent: where one waits already, that one gets the
 * new subject.
 */
export function queueOnce(ctx: Ctx, message: NewMessage & Readonly<{ bookingId: string }>): void {
  const { bookingId, channel, kind, subject } = message
  const same = and(eq(messages.bookingId, bookingId), eq(messages.channel, channel), eq(messages.kind, kind))
  const isWaiting = eq(messages.status, 'queued')
  const { changes } = ctx.db.update(messages).set({ subject }).where(and(same, isWaiting)).run()
  if (changes === 0) insertMessage(ctx, message)
}
