import type { Ctx } from '../ctx.ts'
import type { Message } from '../db/schema.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'

/** Inserts a message, by default an e-mail to the practice, and returns its id. */
export function insertInLog(ctx: Ctx, changes: Partial<Message>): number {
  const content = { channel: 'email', kind: 'new-reservation', recipient: 'a@b.at', text: 'T' } as const
  return insertMessage(ctx, content, changes).id
}
