import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { emails, sms } from '../../db/schema.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { PENDING } from './queue.ts'

/** The two queues, whose rows are queue and log in one. */
export type Queue = typeof emails | typeof sms
type RowOf<Q extends Queue> = Q['$inferSelect']

/** After the first, second … fifth failed try (decisions, section 6). After the sixth the message has failed. */
const RETRY_AFTER = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE)

/** A run starts nothing new after this time, so that a process that stops waits for little more than one message. */
export const RUN = 10_000

/**
 * Leases the longest due message of the queue to the caller for `lease` milliseconds. One whose lease has ended is due
 * again: its worker has died.
 */
export function claimDue<Q extends Queue>(ctx: Ctx, queue: Q, lease: number): RowOf<Q> | undefined {
  const table = common(queue)
  const next = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(sql`${PENDING} and ${table.dueAt} <= ${ctx.now}`)
    .orderBy(asc(table.dueAt), asc(table.id))
    .limit(1)
  return ctx.db
    .update(table)
    .set({ status: 'sending', attempts: sql`${table.attempts} + 1`, dueAt: ctx.now + lease })
    .where(eq(table.id, next))
    .returning()
    .all()[0] as RowOf<Q> | undefined
}

/**
 * Writes what became of a leased message. False when it is no longer in one of these statuses by this very try, and so
 * in other hands: then their word counts.
 */
export function recordOutcome<Q extends Queue>(
  ctx: Ctx,
  queue: Q,
  { id, attempts }: Pick<RowOf<Q>, 'id' | 'attempts'>,
  outcome: Partial<RowOf<Q>>,
  standing: readonly RowOf<Q>['status'][] = ['sending'],
): boolean {
  const table = common(queue)
  const { changes } = ctx.db
    .update(table)
    .set(outcome as Partial<RowOf<typeof emails>>)
    .where(
      and(
        eq(table.id, id),
        eq(table.attempts, attempts),
        inArray(table.status, standing as RowOf<typeof emails>['status'][]),
      ),
    )
    .run()
  return changes === 1
}

/** When to try again after so many failed tries; or the message has failed. */
export function afterFailure(
  attempts: number,
  now: Instant,
): Readonly<{ status: 'queued'; dueAt: Instant }> | Readonly<{ status: 'failed' }> {
  const wait = RETRY_AFTER[attempts - 1]
  return wait === undefined ? { status: 'failed' } : { status: 'queued', dueAt: now + wait }
}

/** Both tables have the columns of a queue; the query builder cannot tell that of a union. */
function common(queue: Queue): typeof emails {
  return queue as typeof emails
}
