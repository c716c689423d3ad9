import { type Ctx, inTx } from '../ctx.ts'
import type { Db } from './open.ts'

type Waiting = Readonly<{
  work: () => unknown
  resolve: (value: unknown) => void
  reject: (fault: unknown) => void
}>

const waiting = new WeakMap<Db, Waiting[]>()

/**
 * Group commit: what is asked for at the same moment shares one transaction, and with it the sync to disk that costs more than
 * all else. The promise settles once the commit is on disk. `work` is a verb with a transaction of its own, which becomes a
 * savepoint: what it throws takes back itself alone and rejects its promise alone. A commit that fails rejects all.
 */
export function commitTogether<T>({ db }: Pick<Ctx, 'db'>, work: () => T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const group = waiting.get(db) ?? []
    group.push({ work, resolve: resolve as Waiting['resolve'], reject })
    if (group.length > 1) return
    waiting.set(db, group)
    // Two turns of the event loop: the second brings along what arrived while the group before was written.
    setImmediate(() =>
      setImmediate(() => {
        waiting.delete(db)
        commit(db, group)
      }),
    )
  })
}

function commit(db: Db, group: readonly Waiting[]): void {
  const settle: (() => void)[] = []
  const run = ({ work, resolve, reject }: Waiting) => {
    try {
      const value = work()
      settle.push(() => resolve(value))
    } catch (fault) {
      // A full disk takes back the whole transaction, the neighbours' work included.
      if (!db.$client.inTransaction) throw fault
      settle.push(() => reject(fault))
    }
  }
  try {
    inTx({ db }, () => group.forEach(run))
  } catch (fault) {
    for (const { reject } of group) reject(fault)
    return
  }
  for (const tell of settle) tell()
}
