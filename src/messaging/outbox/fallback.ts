import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { type Message, messages } from '../../db/schema.ts'
import { NO_PROVIDER } from './suppression.ts'

/**
 * An SMS that goes instead of an e-mail (docs/behaviour.md 10.41). The e-mail is stored with it, suppressed, and `fallbackOf` names
 * the SMS. It is queued in the transaction that stores why the SMS does not arrive; as it is suppressed no longer then, it is
 * queued once.
 */

export const GOES_BY_SMS = 'Die Erinnerung geht wie gewünscht per SMS hinaus.'

/** Queues the e-mail in whose place this SMS should have gone, if there is one. Must run inside a transaction. */
export function sendFallback({ db, now }: Ctx, { id, bookingId }: Pick<Message, 'id' | 'bookingId'>): void {
  if (bookingId === null) return
  db.update(messages)
    .set({ status: 'queued', error: null, dueAt: now })
    .where(and(eq(messages.bookingId, bookingId), isFallbackOf(id)))
    .run()
}

/** While no provider is set up: suppresses the waiting SMS that have a fallback, and queues that. All others wait. */
export function sendFallbacks(ctx: Ctx): void {
  const hasFallback = sql`exists (select 1 from messages fallback where fallback.booking_id = ${messages.bookingId}
    and fallback.fallback_of = ${messages.id} and fallback.status = 'suppressed')`
  inTx(ctx, () => {
    const stopped = ctx.db
      .update(messages)
      .set({ status: 'suppressed', error: NO_PROVIDER })
      .where(and(sql`${messages.status} = 'queued'`, eq(messages.channel, 'sms'), hasFallback))
      .returning()
      .all()
    for (const sms of stopped) sendFallback(ctx, sms)
  })
}

function isFallbackOf(sms: number) {
  return and(eq(messages.fallbackOf, sms), eq(messages.status, 'suppressed'))
}
