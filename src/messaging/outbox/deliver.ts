import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { retryOnceUnlocked } from '../../db/lock.ts'
import { type Message, messages } from '../../db/schema.ts'
import type { Log } from '../../log.ts'
import { type Instant, isWithin } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { isNight, nextMorning } from '../../time/quiet-hours.ts'
import { rulesOf } from '../kinds.ts'
import { queueFallbackOf } from './fallback.ts'
import { pauseEnd, updateFault } from './faults.ts'
import { claimDue, type Lane, nextDue, PENDING, tryRecordOutcome } from './leases.ts'
import { columnsOfOutcome } from './outcome.ts'
import { insertLeased, type NewContent } from './queue.ts'
import { hasStopped } from './remedy.ts'
import { MAYBE_SENT } from './retry.ts'
import { findStaleReason } from './staleness.ts'
import type { DeliveryOutcome, Transport } from './transport.ts'

/** Milliseconds after which a run starts no further message. */
const RUN_MS = 10_000

/**
 * Sends the due messages of a lane of the channel, one after another. Each call of `ctx` reads the clock
 * anew. Any number of workers in any number of processes may run at the same time, because each message is
 * leased to one of them. A worker starts no further message once `isStopping` returns true.
 *
 * E-mail is delivered at least once (RFC 1047 explains why not exactly once), and a repetition has the same
 * Message-ID. An SMS is delivered at most once, because no provider can recognise a repetition.
 * @returns true when RUN_MS had passed before every due message was tried
 */
export async function deliverDue(
  ctx: () => Ctx,
  transport: Transport,
  log: Log,
  { lane = 'others', isStopping = () => false }: { lane?: Lane; isStopping?: () => boolean } = {},
): Promise<boolean> {
  const { channel, leaseMs, atMostOnce } = transport
  if (atMostOnce) giveUpInterrupted(ctx(), channel, log)
  const start = ctx().now
  while (isWithin(ctx().now, { since: start, lengthMs: RUN_MS })) {
    if (isStopping() || pauseEnd(ctx(), channel) !== undefined) return false
    if (!transport.isReady(ctx())) {
      transport.whileNotReady?.(ctx())
      return false
    }
    const row = claimDue(ctx(), { channel, lane }, leaseMs)
    if (row === undefined) return false
    await deliver({ ctx, transport, log }, row)
  }
  return true
}

/** Returns when the next waiting message of the lane can be tried; undefined if none becomes due later. */
export function nextDelivery(ctx: Ctx, channel: Channel, lane: Lane = 'others'): Instant | undefined {
  return pauseEnd(ctx, channel) ?? nextDue(ctx, { channel, lane })
}

/**
 * Sends a new message in a single attempt and stores it with the outcome, for which an admin waits. A
 * temporary fault counts as failed.
 */
export async function deliverAtOnce(
  ctx: Ctx,
  transport: Transport,
  content: NewContent,
): Promise<DeliveryOutcome> {
  const row = insertLeased(ctx, { channel: transport.channel, ...content }, transport.leaseMs)
  const outcome = await transport.send(() => ctx, row)
  await retryOnceUnlocked(ctx.db, () => updateFault(ctx, transport.channel, outcome))
  const { result } = outcome
  const isFinal = result === 'sent' || result === 'muted' || result === 'unknown'
  const changes = columnsOfOutcome(row, { ...outcome, result: isFinal ? result : 'failed' }, ctx.now)
  await retryOnceUnlocked(ctx.db, () => tryRecordOutcome(ctx, row, changes))
  return outcome
}

/**
 * Stores messages as unknown whose worker died while sending them: their lease has ended. Those with a
 * delivery report were sent.
 */
function giveUpInterrupted(ctx: Ctx, channel: Channel, log: Log): void {
  const error = 'Unterbrochen: Es ist nicht bekannt, ob die SMS gesendet wurde.'
  // PENDING makes SQLite use its index.
  const isBeingSent = and(PENDING, eq(messages.channel, channel), eq(messages.status, 'sending'))
  const isInterrupted = and(isBeingSent, lte(messages.dueAt, ctx.now))
  const interrupted = inTx(ctx, () => {
    ctx.db
      .update(messages)
      .set({ status: 'sent', sendStatus: null, error: null, sentAt: sql`${messages.deliveredAt}` })
      .where(and(isInterrupted, isNotNull(messages.deliveryStatus)))
      .run()
    const rows = ctx.db
      .update(messages)
      .set({ status: 'unknown', sendStatus: MAYBE_SENT, error })
      .where(isInterrupted)
      .returning({ id: messages.id, bookingId: messages.bookingId })
      .all()
    for (const row of rows) queueFallbackOf(ctx, row)
    return rows
  })
  if (interrupted.length > 0)
    log.warn({ channel, count: interrupted.length }, 'messages were interrupted, their outcome is unknown')
}

/** A worker of a channel. Each call of `ctx` reads the clock anew. */
type Worker = Readonly<{ ctx: () => Ctx; transport: Transport; log: Log }>

/** Sends a leased message and stores its outcome, or stores why it is not sent now. */
async function deliver(worker: Worker, row: Message): Promise<void> {
  const { ctx, transport, log } = worker
  const logFields = {
    channel: transport.channel,
    message: row.logUuid,
    kind: row.kind,
    attempt: row.attempts,
  }
  const instead = insteadOfSending(ctx(), row)
  if (instead !== undefined) {
    await retryOnceUnlocked(ctx().db, () => tryRecordOutcome(ctx(), row, instead), transport.leaseMs)
    if (instead.status === 'muted') log.info(logFields, 'message is stale and was not sent')
    return
  }
  const isStored = await sendOnce(worker, row)
  if (!isStored) log.warn(logFields, 'message took longer than its lease')
}

/**
 * Returns the columns to store instead of an attempt when the message is stale or waits for the day, else
 * undefined.
 */
function insteadOfSending(ctx: Ctx, row: Message): Partial<Message> | undefined {
  const staleReason = findStaleReason(ctx, row)
  if (staleReason !== undefined) {
    // A verification that was refused until it expired counts as failed, because a patient waited for it.
    const isMissed = row.kind === 'email-verification' && row.error !== null
    return isMissed ? { status: 'failed' } : { status: 'muted', error: staleReason }
  }
  if (!rulesOf(row.kind).waitsForDay || !isNight(ctx.now)) return undefined
  // The lease has counted an attempt, which is not made.
  return { status: 'queued', attempts: row.attempts - 1, dueAt: nextMorning(ctx.now) }
}

/**
 * Makes one attempt and stores its outcome.
 * @returns false when the lease had ended, so that the outcome is not stored
 */
async function sendOnce({ ctx, transport }: Worker, row: Message): Promise<boolean> {
  const outcome = await transport.send(ctx, row)
  // The outcome must be stored before the lease ends, or the message is sent again.
  const isStored = await retryOnceUnlocked(
    ctx().db,
    () => tryStoreOutcome(ctx(), row, { outcome, atMostOnce: transport.atMostOnce }),
    transport.leaseMs,
  )
  await retryOnceUnlocked(ctx().db, () => updateFault(ctx(), transport.channel, outcome))
  return isStored
}

/**
 * Stores the outcome of an attempt. If it means that an SMS is lost, queues the e-mail that replaces it.
 * @returns false when nothing was stored, because another worker has taken over the message
 */
function tryStoreOutcome(
  ctx: Ctx,
  row: Message,
  { outcome, atMostOnce }: Readonly<{ outcome: DeliveryOutcome; atMostOnce: boolean }>,
): boolean {
  const changes = columnsOfOutcome(row, outcome, ctx.now)
  // The outcome of a late worker replaces `unknown`, which another worker has stored meanwhile.
  const expectedStatuses: Message['status'][] = atMostOnce ? ['sending', 'unknown'] : ['sending']
  return inTx(ctx, () => {
    const isStored = tryRecordOutcome(ctx, row, changes, expectedStatuses)
    if (isStored && hasStopped(changes)) queueFallbackOf(ctx, row)
    return isStored
  })
}
