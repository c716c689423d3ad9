import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Message, messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import type { Instant } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { withBody } from './packed-bodies.ts'

/**
 * This module gives each due message to one worker for a limited time, its lease. While the lease lasts, the
 * message has the status `sending`, and `dueAt` is the end of the lease.
 */

/**
 * A queue within a channel. E-mail verifications have their own, because patients wait for them at the
 * screen, and because somebody who requests many of them must not delay other messages.
 */
export type Lane = 'verifications' | 'others'

/** Returns the lane of a message. Only verifications have a position in the queue. */
function laneOf({ queuePosition }: Pick<Message, 'queuePosition'>): Lane {
  return queuePosition === null ? 'others' : 'verifications'
}

/** Matches the messages of each lane. */
const IN_LANE: Readonly<Record<Lane, SQL>> = {
  verifications: isNotNull(messages.queuePosition),
  others: isNull(messages.queuePosition),
}

/** Wakes the worker of a due message once the transaction is committed. */
export function wakeWorker(ctx: Ctx, message: Pick<Message, 'channel' | 'queuePosition'>): void {
  const lane = laneOf(message)
  wake(ctx, lane === 'verifications' ? lane : message.channel)
}

/**
 * Matches messages that wait or are being sent. It is a literal, because with a parameter SQLite does not use
 * the partial index.
 */
export const PENDING = sql`${messages.status} in ('queued', 'sending')`

/** The queue that a worker empties. */
type Queue = Readonly<{ channel: Channel; lane: Lane }>

/** Matches the messages of the queue that wait or are being sent. */
function pendingIn({ channel, lane }: Queue): SQL | undefined {
  return and(PENDING, eq(messages.channel, channel), IN_LANE[lane])
}

/**
 * Leases the next due message of the lane to the caller for `leaseMs`. The next message is the one that has
 * been due the longest; among verifications, one of the origin that has requested the fewest. A message whose
 * lease has ended is due again, because its worker has died.
 */
export function claimDue(ctx: Ctx, queue: Queue, leaseMs: number): Message | undefined {
  const idOfNext = ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(pendingIn(queue), lte(messages.dueAt, ctx.now)))
    .orderBy(asc(messages.queuePosition), asc(messages.dueAt), asc(messages.id))
    .limit(1)
  const [row] = ctx.db
    .update(messages)
    .set({ status: 'sending', attempts: sql`${messages.attempts} + 1`, dueAt: ctx.now + leaseMs })
    .where(eq(messages.id, idOfNext))
    .returning()
    .all()
  return row && withBody(ctx, row)
}

/** Returns when the next message of the lane becomes due or the next lease ends. */
export function nextDue(ctx: Ctx, queue: Queue): Instant | undefined {
  const isDueLater = and(pendingIn(queue), gt(messages.dueAt, ctx.now))
  const earliest = ctx.db
    .select({ dueAt: min(messages.dueAt) })
    .from(messages)
    .where(isDueLater)
    .get()
  return earliest?.dueAt ?? undefined
}

/**
 * Stores the outcome of an attempt, unless another attempt has begun or the status is not one of
 * `expectedStatuses`: then the outcome of the other worker counts.
 * @returns false when nothing was stored
 */
export function tryRecordOutcome(
  ctx: Ctx,
  { id, attempts }: Pick<Message, 'id' | 'attempts'>,
  outcome: Partial<Message>,
  expectedStatuses: Message['status'][] = ['sending'],
): boolean {
  const { changes } = ctx.db
    .update(messages)
    .set(outcome)
    .where(
      and(eq(messages.id, id), eq(messages.attempts, attempts), inArray(messages.status, expectedStatuses)),
    )
    .run()
  return changes === 1
}
