import { setTimeout as pause } from 'node:timers/promises'
import { inTx, monotonicClock } from '../ctx.ts'
import { type Db, sqliteErrorIn } from './open.ts'

/**
 * This module waits while another process keeps the database locked for writing. SQLite would block this
 * thread, which answers all requests and runs all jobs. Therefore SQLite waits only as long as a commit
 * takes; requests and groups of transactions wait asynchronously between two attempts, and jobs run again
 * later. Rule: docs/behaviour.md 14.30.
 */

/** Milliseconds that a request waits for the lock of another process. */
const LONGEST_WAIT_MS = 2_000
/** Milliseconds from one attempt to the next. */
const RETRY_MS = 25
/** Milliseconds that a commit of another process may take, including its sync to disk. */
const COMMIT_MS = 50

/** Returns whether this error, or one that it wraps, means that another process has the lock. */
export function isLockError(error: unknown): boolean {
  return sqliteErrorIn(error)?.code.startsWith('SQLITE_BUSY') ?? false
}

/** Resolves with true as soon as the database can be written, or with false after `mostMs` milliseconds. */
export async function waitUntilUnlocked(db: Db, mostMs = LONGEST_WAIT_MS): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    if (tryLock(db)) return true
    if (waitedMs >= mostMs) return false
    await pause(RETRY_MS)
  }
}

/**
 * Runs `work`. If another process has the lock, runs it again as soon as the database can be written. `work`
 * must be one transaction, so that a failed run has no effect.
 * @param mostMs the longest wait in milliseconds
 * @throws SqliteError when the database is still locked then
 */
export async function retryOnceUnlocked<T>(db: Db, work: () => T, mostMs = LONGEST_WAIT_MS): Promise<T> {
  const deadline = monotonicClock() + mostMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isLockError(error) || monotonicClock() >= deadline) throw error
    }
    await waitUntilUnlocked(db, deadline - monotonicClock())
  }
}

/** Returns whether the lock can be taken now, and releases it at once. */
function tryLock(db: Db): boolean {
  // Within a transaction of this process, the lock is ours.
  if (db.$client.inTransaction) return true
  try {
    withoutWaitingForLock(db, () => inTx({ db }, () => {}))
    return true
  } catch (error) {
    if (isLockError(error)) return false
    throw error
  }
}

/** Runs `work` without letting SQLite wait for the lock of another process. */
export function withoutWaitingForLock<T>({ $client }: Pick<Db, '$client'>, work: () => T): T {
  const previousTimeout = $client.pragma('busy_timeout', { simple: true })
  $client.pragma('busy_timeout = 0')
  try {
    return work()
  } finally {
    if ($client.open) $client.pragma(`busy_timeout = ${previousTimeout}`)
  }
}

/**
 * Makes SQLite wait for another process only as long as a commit takes, in a process that answers requests.
 * Without any waiting, a write would fail whenever it meets a commit of another process.
 */
export function waitForCommitsOnly({ $client }: Pick<Db, '$client'>): void {
  $client.pragma(`busy_timeout = ${COMMIT_MS}`)
}

/**
 * Writes the WAL into the database's file and truncates it, so that it keeps no deleted content. Does not
 * wait for a reader, because requests would wait too while a backup reads.
 */
export function emptyWal(db: Pick<Db, '$client'>): void {
  withoutWaitingForLock(db, () => db.$client.pragma('wal_checkpoint(TRUNCATE)'))
}
