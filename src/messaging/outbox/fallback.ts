import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { type Message, messages } from '../../db/schema.ts'
import { PENDING, wakeWorker } from './leases.ts'
import { withBody } from './packed-bodies.ts'
import { columnsForPresentRecipient } from './recipient.ts'
import { NO_ADDRESS, NO_PROVIDER } from './suppression.ts'

/**
 * This module replaces an SMS that does not arrive by its fallback, an e-mail (docs/behaviour.md 10.41).
 *
 * The e-mail is stored together with the SMS, as suppressed, and its `fallbackOf` names the SMS. It is queued
 * in the transaction that stores why the SMS does not arrive. Then it is no longer suppressed, so this
 * happens only once.
 */

/** The reason why an e-mail that an SMS replaces is suppressed. */
export const REPLACED_BY_SMS = 'Geht per SMS hinaus. Die E-Mail folgt nur, wenn das nicht gelingt.'

/** Queues the fallback of this SMS, if it has one. Must run inside a transaction. */
export function queueFallbackOf(ctx: Ctx, { id, bookingId }: Pick<Message, 'id' | 'bookingId'>): void {
  if (bookingId === null) return
  const isFallback = and(
    eq(messages.bookingId, bookingId),
    eq(messages.fallbackOf, id),
    eq(messages.status, 'muted'),
  )
  for (const email of ctx.db.select().from(messages).where(isFallback).all()) {
    // The practice may have corrected the e-mail address meanwhile.
    const addressColumns = columnsForPresentRecipient(ctx, withBody(ctx, email))
    const hasAddress = (addressColumns.recipient ?? email.recipient) !== ''
    const stateColumns = hasAddress
      ? ({ status: 'queued', error: null, dueAt: ctx.now } as const)
      : { error: NO_ADDRESS.patient }
    ctx.db
      .update(messages)
      .set({ ...addressColumns, ...stateColumns })
      .where(eq(messages.id, email.id))
      .run()
    wakeWorker(ctx, email)
  }
}

/**
 * Suppresses the waiting SMS that have a fallback and queues the fallback, because no provider is set up.
 * Other SMS wait.
 */
export function replaceUnsendableSms(ctx: Ctx): void {
  const hasFallback = sql`exists (select 1 from messages fallback where fallback.booking_id = ${messages.bookingId}
    and fallback.fallback_of = ${messages.id} and fallback.status = 'muted')`
  inTx(ctx, () => {
    // PENDING makes SQLite use its index. While no provider is ready, the worker of SMS runs this each time.
    const stopped = ctx.db
      .update(messages)
      .set({ status: 'muted', error: NO_PROVIDER })
      .where(and(PENDING, eq(messages.status, 'queued'), eq(messages.channel, 'sms'), hasFallback))
      .returning()
      .all()
    for (const sms of stopped) queueFallbackOf(ctx, sms)
  })
}
