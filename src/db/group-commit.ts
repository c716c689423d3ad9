import { type Ctx, inTx } from '../ctx.ts'
import { isLockError, waitUntilUnlocked } from './lock.ts'
import type { Db } from './open.ts'

/** A call that waits for the next shared transaction. */
type WaitingCall = Readonly<{
  work: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}>

/** The calls since the last transaction began, by database. */
const waitingCalls = new WeakMap<Db, WaitingCall[]>()

/**
 * Group commit: simultaneous calls share one transaction, and thereby the sync to disk, which is the most
 * expensive part. The promise settles after the commit. The transaction of `work` becomes a savepoint, so an
 * error rolls back and rejects only that call. A failed commit rejects all calls. If another process has the
 * lock, the group waits for it as long as a request does.
 */
export function commitTogether<T>({ db }: Pick<Ctx, 'db'>, work: () => T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const group = waitingCalls.get(db) ?? []
    group.push({ work, resolve: resolve as WaitingCall['resolve'], reject })
    // The first call of a group starts its transaction.
    if (group.length > 1) return
    waitingCalls.set(db, group)
    // Waits two turns of the event loop: the second reads the requests that arrived during the previous
    // commit.
    setImmediate(() =>
      setImmediate(() => {
        waitingCalls.delete(db)
        commitWhenUnlocked(db, group).catch((error: unknown) => {
          for (const call of group) call.reject(error)
        })
      }),
    )
  })
}

/**
 * Commits the group. If another process has the lock, waits until it is released, and tries once more.
 * @throws Error when there was no commit
 */
async function commitWhenUnlocked(db: Db, group: readonly WaitingCall[]): Promise<void> {
  try {
    commit(db, group)
  } catch (error) {
    if (!isLockError(error) || !(await waitUntilUnlocked(db))) throw error
    commit(db, group)
  }
}

/**
 * Runs all calls of the group in one transaction, and settles their promises after its commit.
 * @throws Error when there was no commit; then no promise is settled
 */
function commit(db: Db, group: readonly WaitingCall[]): void {
  const settlements: (() => void)[] = []
  const run = ({ work, resolve, reject }: WaitingCall) => {
    try {
      const value = work()
      settlements.push(() => resolve(value))
    } catch (error) {
      // Some errors, such as a full disk, roll back the whole transaction.
      if (!db.$client.inTransaction) throw error
      settlements.push(() => reject(error))
    }
  }
  inTx({ db }, () => group.forEach(run))
  for (const settle of settlements) settle()
}
