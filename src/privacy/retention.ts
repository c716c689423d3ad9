import { setTimeout as pause } from 'node:timers/promises'
import { count } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { emptyWal } from '../db/lock.ts'
import { DATA_KINDS, type DataKind, RULES } from './retention-rules.ts'

/** This module deletes data after the retention periods of the settings (docs/behaviour.md 16.8–16.10). */

/** Numbers of rows by the kind of their data. */
type RetentionCounts = Readonly<Record<DataKind, number>>

/**
 * Milliseconds between two transactions, because another process that waits for the lock polls it only
 * occasionally.
 */
const LEAST_PAUSE_MS = 10

/** Counts the rows that `deleteExpired` would change now. */
export function countExpired(ctx: Ctx): RetentionCounts {
  const countOf = (kind: DataKind) => {
    const { table, isDue } = RULES[kind](ctx)
    if (isDue === undefined) return 0
    return ctx.db.select({ rows: count() }).from(table).where(isDue).get()?.rows ?? 0
  }
  return {
    messages: countOf('messages'),
    svnr: countOf('svnr'),
    answers: countOf('answers'),
    bookings: countOf('bookings'),
  }
}

/**
 * Deletes the data whose retention period has ended, in small transactions. `ctx` returns a fresh now at each
 * call.
 * @returns the numbers of changed rows
 */
export async function deleteExpired(ctx: () => Ctx, stopping?: AbortSignal): Promise<RetentionCounts> {
  const deleted = { messages: 0, svnr: 0, answers: 0, bookings: 0 }
  for (const kind of DATA_KINDS) {
    let hasMore = true
    while (hasMore && !stopping?.aborted) {
      const start = ctx().now
      const changedRows = applyRule(ctx(), kind)
      deleted[kind] += changedRows
      hasMore = changedRows > 0
      // The pause is twice as long as the work, so that most of the time is left to others.
      await pause(Math.max(LEAST_PAUSE_MS, 2 * (ctx().now - start)))
    }
  }
  // The write-ahead log may also contain data of an erasure that ran during a backup.
  emptyWal(ctx().db)
  return deleted
}

/** Deletes the data of a few due rows in one transaction. @returns the number of these rows */
function applyRule(ctx: Ctx, kind: DataKind): number {
  return inTx(ctx, () => {
    const { isDue, deleteDue } = RULES[kind](ctx)
    return isDue === undefined ? 0 : deleteDue(isDue)
  })
}
