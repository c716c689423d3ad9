import { and, eq } from 'drizzle-orm'
import { recordAudit } from '../../access/audit.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { type Message, messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import { TEST_SENT } from '../../shared/admin-messages.de.ts'
import { CHANNEL_NAMES, type Channel } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { wakeWorker } from './leases.ts'
import { getMessage } from './log.ts'
import { isOpenFailureSql } from './open-failures.ts'
import { changesForPresentRecipient, columnsForPresentRecipient } from './recipient.ts'
import { awaitsRetry, findObstacle } from './remedy.ts'

/** The `sendStatus` of an SMS that an earlier attempt may have sent. */
export const MAYBE_SENT = 'unknown'

/** Sentences that say why a message in this status is not retried. */
const NOT_STOPPED: Partial<Record<Message['status'], string>> = {
  queued: 'Diese Nachricht wartet bereits auf den Versand.',
  sending: 'Diese Nachricht wird gerade gesendet.',
  sent: 'Diese Nachricht wurde bereits gesendet.',
}

/**
 * Queues a message again that failed, was suppressed, may have been sent, or waits for its next attempt after
 * one that failed, because an admin asks for it. It is sent to the present e-mail address or number, and an
 * e-mail keeps its Message-ID. The worker suppresses it if it has become stale. If it fails once more, the
 * failure is open again.
 * @throws Problem 'not found'; conflict unless the message has stopped or waits after a failure, is still
 * true and can reach its recipient
 */
export function retryMessage(ctx: Ctx, channel: Channel, id: number): void {
  inTx(ctx, () => {
    const stored = getMessage(ctx, channel, id)
    const message = { ...stored, ...changesForPresentRecipient(ctx, stored) }
    const reason = whyNotRetried(ctx, message)
    if (reason !== undefined) throw new Problem('conflict', {}, reason)
    ctx.db
      .update(messages)
      .set({
        ...columnsForPresentRecipient(ctx, stored),
        status: 'queued',
        attempts: 0,
        dueAt: ctx.now,
        error: null,
        wrongRecipient: false,
        settledAt: null,
        settledBy: null,
        // A provider that then reports a repetition proves that the first attempt had sent the message.
        sendStatus: message.status === 'unknown' ? MAYBE_SENT : null,
      })
      .where(eq(messages.id, id))
      .run()
    wakeWorker(ctx, message)
    recordAudit(ctx, 'message-resent', `${CHANNEL_NAMES[channel]} ${id}`)
  })
}

/**
 * Returns why a message is not retried, as a sentence; undefined if it is.
 * @param message the message with its present recipient
 */
function whyNotRetried(ctx: Ctx, message: Message): string | undefined {
  const { kind, status } = message
  if (kind === 'test' && status === 'sent') return TEST_SENT
  const whyNotStopped = awaitsRetry(ctx, message) ? undefined : NOT_STOPPED[status]
  return whyNotStopped ?? findObstacle(ctx, message)?.sentence
}

/**
 * Queues the open failures of a channel again, because their cause is over. Must run in the transaction of
 * the change that ends the cause.
 */
export function requeueFailures(ctx: Ctx, channel: Channel): void {
  ctx.db
    .update(messages)
    .set({ status: 'queued', attempts: 0, dueAt: ctx.now, error: null })
    .where(and(isOpenFailureSql(ctx, ctx.now), eq(messages.channel, channel), eq(messages.status, 'failed')))
    .run()
  wake(ctx, channel)
}
