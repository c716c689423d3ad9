import type { Ctx } from '../ctx.ts'
import type { Message } from '../db/schema.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'

/**
 * Inserts a message with these columns, for tests of the outbox's log that care about few of them. All others
 * are those of a queued e-mail to the practice. Returns its id.
 */
export function insertLoggedMessage(ctx: Ctx, columns: Partial<Message>): number {
  const email = { channel: 'email', kind: 'new-reservation', recipient: 'a@b.at', text: 'T' } as const
  return insertMessage(ctx, email, columns).id
}
