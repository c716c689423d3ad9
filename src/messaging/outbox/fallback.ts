import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { type Message, messages } from '../../db/schema.ts'
import { unpacked } from './bodies.ts'
import { PENDING } from './queue.ts'
import { addressColumns } from './recipient.ts'
import { NO_ADDRESS, NO_PROVIDER } from './suppression.ts'

/**
 * An SMS that goes instead of an e-mail (docs/behaviour.md 10.41). The e-mail is stored with it, suppressed, and `fallbackOf` names
 * the SMS. It is queued in the transaction that stores why the SMS does not arrive; as it is suppressed no longer then, it is
 * queued once.
 */

export const GOES_BY_SMS = 'Die Erinnerung geht wie gewünscht per SMS hinaus.'

/** Queues the e-mail in whose place this SMS should have gone, if there is one. Must run inside a transaction. */
export function sendFallback(ctx: Ctx, { id, bookingId }: Pick<Message, 'id' | 'bookingId'>): void {
  if (bookingId === null) return
  const waiting = and(
    eq(messages.bookingId, bookingId),
    eq(messages.fallbackOf, id),
    eq(messages.status, 'suppressed'),
  )
  for (const found of ctx.db.select().from(messages).where(waiting).all()) {
    // The practice may have corrected the address since.
    const columns = addressColumns(ctx, unpacked(ctx, found))
    const known = (columns.recipient ?? found.recipient) !== ''
    const outcome = known
      ? ({ status: 'queued', error: null, dueAt: ctx.now } as const)
      : { error: NO_ADDRESS.patient }
    ctx.db
      .update(messages)
      .set({ ...columns, ...outcome })
      .where(eq(messages.id, found.id))
      .run()
  }
}

/** While no provider is set up: suppresses the waiting SMS that have a fallback, and queues that. All others wait. */
export function sendFallbacks(ctx: Ctx): void {
  const hasFallback = sql`exists (select 1 from messages fallback where fallback.booking_id = ${messages.bookingId}
    and fallback.fallback_of = ${messages.id} and fallback.status = 'suppressed')`
  inTx(ctx, () => {
    // With PENDING for its index, as this runs every few seconds.
    const stopped = ctx.db
      .update(messages)
      .set({ status: 'suppressed', error: NO_PROVIDER })
      .where(and(PENDING, eq(messages.status, 'queued'), eq(messages.channel, 'sms'), hasFallback))
      .returning()
      .all()
    for (const sms of stopped) sendFallback(ctx, sms)
  })
}
