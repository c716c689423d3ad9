import { and, eq, lte } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
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
  recordOutcome,
} from './queue.ts'
import { sendFallback } from './recipient.ts'
import { afterFailure, MAYBE_SENT } from './retry.ts'
import { findStaleReason } from './staleness.ts'

/** A way to send the messages of one channel. */
export type Transport = Readonly<{
  channel: Channel
  /** Milliseconds until a worker that has not reported is taken for dead; longer than the longest attempt. */
  leaseMs: number
  /**
   * True where the receiver cannot recognise a repetition: a message that may have been sent is then stored
   * as `unknown` and not sent again. Otherwise it is sent again.
   */
  atMostOnce: boolean
  /** False while nothing can be sent; messages then wait. */
  isReady(ctx: Ctx): boolean
  /** Runs instead of a delivery while the transport is not ready. */
  whileNotReady?(ctx: Ctx): void
  /**
   * Makes one attempt and logs it, without the recipient and the text. Never throws. `ctx` gives a fresh now
   * at each call.
   */
  send(ctx: () => Ctx, row: Message): Promise<Outcome>
}>

/**
 * What became of an attempt. `temporary`: worth another attempt. `configuration`: no message can be sent
 * until a person corrects the settings. `refused`: nobody gets one, as it seems; the message is kept, and
 * others are tried. `untried`: nothing was attempted, or it was interrupted.
 */
export type Outcome = Readonly<{
  result: 'sent' | 'temporary' | 'failed' | 'suppressed' | 'unknown' | 'configuration' | 'refused' | 'untried'
  /** A sentence for the admin; null when it was sent. */
  error: string | null
  /** Why nothing seems to go out, as a sentence that names the way out. */
  advice?: string | undefined
  /** What else the transport knows now, as columns of the row. */
  columns?: Partial<Message>
}>

/** A run starts nothing new after this time, so that each run reads anew what is due. */
const RUN_MS = 10_000

/**
 * Sends what is due in a lane of the channel, one message after the other; `ctx` gives a fresh now at each
 * call. Any number of workers may run at once, in any number of processes: each message is leased to one. A
 * worker starts nothing new once `isStopping`.
 *
 * E-mail is delivered at least once (RFC 1047 explains why not exactly once), and a repetition has the same
 * Message-ID. An SMS is delivered at most once, because no provider can recognise a repetition.
 * @returns whether its time was over before everything was tried
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
    const row = claimDue(ctx(), channel, leaseMs, lane)
    if (row === undefined) return false
    const about = { channel, message: row.logUuid, kind: row.kind, attempt: row.attempts }
    const instead = insteadOfSending(ctx(), row)
    if (instead !== undefined) {
      recordOutcome(ctx(), row, instead)
      if (instead.status === 'suppressed') log.info(about, 'message is stale and was not sent')
      continue
    }
    const outcome = await transport.send(ctx, row)
    // The outcome of a late worker replaces `unknown`, which another worker has stored meanwhile.
    const expected: Message['status'][] = atMostOnce ? ['sending', 'unknown'] : ['sending']
    if (!storeOutcome(ctx(), row, changesOf(row, outcome, ctx().now), expected))
      log.warn(about, 'message took longer than its lease')
    learn(ctx(), channel, outcome)
  }
  return true
}

/** When messages of the lane that cannot be sent now can be tried; undefined when none waits for a time. */
export function nextDelivery(ctx: Ctx, channel: Channel, lane: Lane = 'others'): Instant | undefined {
  return pauseEnd(ctx, channel) ?? nextDue(ctx, channel, lane)
}

/**
 * Sends a new message in a single attempt, for a person who waits for the outcome, and stores it with that
 * outcome. What would be tried again later has failed.
 */
export async function deliverAtOnce(ctx: Ctx, transport: Transport, content: NewContent): Promise<Outcome> {
  const row = insertLeased(ctx, { channel: transport.channel, ...content }, transport.leaseMs)
  const outcome = await transport.send(() => ctx, row)
  learn(ctx, transport.channel, outcome)
  const { result } = outcome
  const isFinal = result === 'sent' || result === 'suppressed' || result === 'unknown'
  recordOutcome(ctx, row, changesOf(row, { ...outcome, result: isFinal ? result : 'failed' }, ctx.now))
  return outcome
}

/** An SMS in one of these states does not arrive, or perhaps not. */
const LOST: readonly unknown[] = ['failed', 'suppressed', 'unknown'] satisfies Message['status'][]

/** As `recordOutcome`, and queues the e-mail that replaces a lost SMS. */
function storeOutcome(
  ctx: Ctx,
  row: Message,
  changes: Partial<Message>,
  expected: Message['status'][],
): boolean {
  return inTx(ctx, () => {
    const isStored = recordOutcome(ctx, row, changes, expected)
    if (isStored && LOST.includes(changes.status)) sendFallback(ctx, row)
    return isStored
  })
}

/**
 * What to store instead of an attempt: that the message is suppressed because it is stale, or that it waits
 * for the day.
 */
function insteadOfSending(ctx: Ctx, row: Message): Partial<Message> | undefined {
  const stale = findStaleReason(ctx, row)
  if (stale !== undefined) {
    // An e-mail check that was refused until it expired has failed, because somebody waited for it.
    const isMissed = row.kind === 'email-verification' && row.error !== null
    return isMissed ? { status: 'failed' } : { status: 'suppressed', error: stale }
  }
  if (!rulesOf(row.kind).waitsForDay || !isNight(ctx.now)) return undefined
  return { status: 'queued', attempts: row.attempts - 1, dueAt: nextMorning(ctx.now) }
}

/** Until when the channel pauses; undefined when it does not. */
function pauseEnd(ctx: Ctx, channel: Channel): Instant | undefined {
  const since = findFault(ctx, channel)?.pausedSince ?? null
  return since !== null && isWithin(ctx.now, since, PAUSE_MS) ? since + PAUSE_MS : undefined
}

function changesOf(row: Message, { result, error, columns }: Outcome, now: Instant): Partial<Message> {
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
      // Due as early as it was queued, so that the alert about a standstill shows how long it has waited.
      return { ...columns, ...notCounted, error, dueAt: row.createdAt }
    case 'refused':
      return { ...columns, ...notCounted, error, dueAt: now + PAUSE_MS }
    case 'untried':
      return { ...notCounted, dueAt: now }
    default:
      return { ...columns, status: result, error }
  }
}

/** True for an SMS that would be tried again only once the appointment has begun. */
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

/** What an outcome says about the channel. */
function learn(ctx: Ctx, channel: Channel, { result, error, advice }: Outcome): void {
  if (result === 'sent') forgetFault(ctx, channel)
  else if (result === 'configuration') recordFault(ctx, channel, advice ?? error ?? '', true)
  else if (advice !== undefined) recordFault(ctx, channel, advice, false)
}
