import { and, eq, lte } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { onceUnlocked } from '../../db/lock.ts'
import { type Message, messages } from '../../db/schema.ts'
import type { Log } from '../../log.ts'
import { type Instant, isWithin } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { isNight, nextMorning } from '../../time/quiet-hours.ts'
import { rulesOf } from '../kinds.ts'
import { findFault, forgetFault, PAUSE_MS, recordFault } from './faults.ts'
import {
  claimDue,
  insertLeased,
  type Lane,
  type NewContent,
  nextDue,
  PENDING,
  tryRecordOutcome,
} from './queue.ts'
import { sendFallback } from './recipient.ts'
import { afterFailure, MAYBE_SENT } from './retry.ts'
import { findStaleReason } from './staleness.ts'

/** A way to send the messages of one channel. */
export type Transport = Readonly<{
  channel: Channel
  /** Milliseconds until a worker without a result counts as dead; longer than the longest attempt. */
  leaseMs: number
  /**
   * True when the receiver cannot recognise a repetition: a message that may have been sent is then stored as
   * `unknown`. When it is false, such a message is sent again.
   */
  atMostOnce: boolean
  /** Returns false while nothing can be sent; messages then wait. */
  isReady(ctx: Ctx): boolean
  /** Runs instead of a delivery while the transport is not ready. */
  whileNotReady?(ctx: Ctx): void
  /**
   * Makes one attempt and logs it without recipient and text. Never throws. Each call of `ctx` reads the
   * clock anew.
   */
  send(ctx: () => Ctx, row: Message): Promise<DeliveryOutcome>
}>

/**
 * The outcome of an attempt. Besides the statuses of a message:
 * - `temporary`: another attempt may succeed.
 * - `configuration`: no message can be sent until a person corrects the settings.
 * - `away`: no message can be sent until the server, which knows a repetition, can be reached again.
 * - `refused`: the server seems to refuse every recipient. The message waits, and others are tried.
 * - `untried`: no attempt was made, or it was interrupted.
 */
export type DeliveryOutcome = Readonly<{
  result:
    | 'sent'
    | 'temporary'
    | 'failed'
    | 'suppressed'
    | 'unknown'
    | 'configuration'
    | 'away'
    | 'refused'
    | 'untried'
  /** A sentence for the admin; null when the message was sent. */
  error: string | null
  /** A sentence that says why the channel sends nothing and what to do. */
  advice?: string | undefined
  /** True when the address or number is at fault, so that sending it there again cannot help. */
  wrongRecipient?: boolean
  /** Further columns of the row that the transport knows after the attempt. */
  columns?: Partial<Message>
}>

/** Milliseconds after which a run starts no further message. */
const RUN_MS = 10_000

/**
 * Sends the due messages of a lane of the channel, one after the other. Each call of `ctx` reads the clock
 * anew. Any number of workers may run at the same time, in any number of processes, because each message is
 * leased to one of them. A worker starts no further message once `isStopping` returns true.
 *
 * E-mail is delivered at least once (RFC 1047 explains why not exactly once), and a repetition has the same
 * Message-ID. An SMS is delivered at most once, because no provider can recognise a repetition.
 * @returns true when RUN_MS was over before every due message was tried
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
  while (isWithin(ctx().now, start, RUN_MS)) {
    if (isStopping() || pauseEnd(ctx(), channel) !== undefined) return false
    if (!transport.isReady(ctx())) {
      transport.whileNotReady?.(ctx())
      return false
    }
    const row = claimDue(ctx(), { channel, lane }, leaseMs)
    if (row === undefined) return false
    const logFields = { channel, message: row.logUuid, kind: row.kind, attempt: row.attempts }
    const instead = insteadOfSending(ctx(), row)
    if (instead !== undefined) {
      await onceUnlocked(ctx().db, () => tryRecordOutcome(ctx(), row, instead), leaseMs)
      if (instead.status === 'suppressed') log.info(logFields, 'message is stale and was not sent')
      continue
    }
    const outcome = await transport.send(ctx, row)
    // The outcome of a late worker replaces `unknown`, which another worker has stored meanwhile.
    const expected: Message['status'][] = atMostOnce ? ['sending', 'unknown'] : ['sending']
    // The outcome must be stored before the lease ends, or the message is sent again.
    const isStored = await onceUnlocked(
      ctx().db,
      () => tryStoreOutcome(ctx(), row, changesOf(row, outcome, ctx().now), expected),
      leaseMs,
    )
    if (!isStored) log.warn(logFields, 'message took longer than its lease')
    await onceUnlocked(ctx().db, () => updateFault(ctx(), channel, outcome))
  }
  return true
}

/** Returns when the next waiting message of the lane can be tried; undefined when none waits for a time. */
export function nextDelivery(ctx: Ctx, channel: Channel, lane: Lane = 'others'): Instant | undefined {
  return pauseEnd(ctx, channel) ?? nextDue(ctx, { channel, lane })
}

/**
 * Sends a new message in a single attempt, because an admin waits for the outcome, and stores it with that
 * outcome. A temporary fault counts as failed.
 */
export async function deliverAtOnce(
  ctx: Ctx,
  transport: Transport,
  content: NewContent,
): Promise<DeliveryOutcome> {
  const row = insertLeased(ctx, { channel: transport.channel, ...content }, transport.leaseMs)
  const outcome = await transport.send(() => ctx, row)
  await onceUnlocked(ctx.db, () => updateFault(ctx, transport.channel, outcome))
  const { result } = outcome
  const isFinal = result === 'sent' || result === 'suppressed' || result === 'unknown'
  const changes = changesOf(row, { ...outcome, result: isFinal ? result : 'failed' }, ctx.now)
  await onceUnlocked(ctx.db, () => tryRecordOutcome(ctx, row, changes))
  return outcome
}

/** The statuses of an SMS that does not arrive, or perhaps not. */
const LOST: readonly unknown[] = ['failed', 'suppressed', 'unknown'] satisfies Message['status'][]

/** Works like `tryRecordOutcome`, and queues the e-mail that replaces a lost SMS. */
function tryStoreOutcome(
  ctx: Ctx,
  row: Message,
  changes: Partial<Message>,
  expected: Message['status'][],
): boolean {
  return inTx(ctx, () => {
    const isStored = tryRecordOutcome(ctx, row, changes, expected)
    if (isStored && LOST.includes(changes.status)) sendFallback(ctx, row)
    return isStored
  })
}

/**
 * Returns the columns to store instead of an attempt when the message is stale or waits for the day, else
 * undefined.
 */
function insteadOfSending(ctx: Ctx, row: Message): Partial<Message> | undefined {
  const stale = findStaleReason(ctx, row)
  if (stale !== undefined) {
    // A verification that was refused until it expired counts as failed, because a patient waited for it.
    const isMissed = row.kind === 'email-verification' && row.error !== null
    return isMissed ? { status: 'failed' } : { status: 'suppressed', error: stale }
  }
  if (!rulesOf(row.kind).waitsForDay || !isNight(ctx.now)) return undefined
  return { status: 'queued', attempts: row.attempts - 1, dueAt: nextMorning(ctx.now) }
}

/** Returns until when the channel pauses; undefined when it does not. */
function pauseEnd(ctx: Ctx, channel: Channel): Instant | undefined {
  const since = findFault(ctx, channel)?.pausedSince ?? null
  return since !== null && isWithin(ctx.now, since, PAUSE_MS) ? since + PAUSE_MS : undefined
}

function changesOf(
  row: Message,
  { result, error, columns, wrongRecipient = false }: DeliveryOutcome,
  now: Instant,
): Partial<Message> {
  const notCounted = { status: 'queued', attempts: row.attempts - 1 } as const
  switch (result) {
    case 'sent':
      return { ...columns, status: 'sent', error: null, sentAt: now }
    case 'temporary':
      return {
        ...columns,
        error,
        ...(isLastChance(row, now) ? { status: 'failed' } : afterFailure(row.attempts, now)),
      }
    case 'configuration':
      // The message stays due since it was queued, so that the alert about a standstill shows how long it has
      // waited.
      return { ...columns, ...notCounted, error, dueAt: row.createdAt }
    case 'away':
    case 'refused':
      return { ...columns, ...notCounted, error, dueAt: now + PAUSE_MS }
    case 'untried':
      return { ...notCounted, dueAt: now }
    default:
      return { ...columns, status: result, error, wrongRecipient }
  }
}

/** Returns true for an SMS that would be tried again only after the appointment has begun. */
function isLastChance({ channel, kind, attempts, startsAt }: Message, now: Instant): boolean {
  const next = afterFailure(attempts, now)
  if (channel !== 'sms' || startsAt === null || next.status === 'failed') return false
  const { dueAt } = next
  return (rulesOf(kind).waitsForDay && isNight(dueAt) ? nextMorning(dueAt) : dueAt) >= startsAt
}

/** Stores as unknown what workers that died were sending. */
function giveUpInterrupted(ctx: Ctx, channel: Channel, log: Log): void {
  const error = 'Unterbrochen: Es ist nicht bekannt, ob die SMS gesendet wurde.'
  const sending = and(PENDING, eq(messages.channel, channel), eq(messages.status, 'sending'))
  const interrupted = inTx(ctx, () => {
    const rows = ctx.db
      .update(messages)
      .set({ status: 'unknown', sendStatus: MAYBE_SENT, error })
      .where(and(sending, lte(messages.dueAt, ctx.now)))
      .returning({ id: messages.id, bookingId: messages.bookingId })
      .all()
    for (const row of rows) sendFallback(ctx, row)
    return rows
  })
  if (interrupted.length > 0)
    log.warn({ channel, count: interrupted.length }, 'messages were interrupted, their outcome is unknown')
}

/** Records or ends the fault of the channel. */
function updateFault(ctx: Ctx, channel: Channel, { result, error, advice }: DeliveryOutcome): void {
  if (result === 'sent') forgetFault(ctx, channel)
  else if (result === 'configuration' || result === 'away')
    recordFault(ctx, channel, advice ?? error ?? '', true)
  else if (advice !== undefined) recordFault(ctx, channel, advice, false)
}
