import type { Db } from './open.ts'

/** The last run of each task that has begun or waits, for each open database. */
const lastRuns = new WeakMap<Db, Map<string, Promise<unknown>>>()

/**
 * Runs a task after all earlier runs of the task with this name have ended, even if they failed. So what is
 * read first from outside is also stored first.
 */
export function inTurn<Result>(db: Db, task: string, run: () => Promise<Result>): Promise<Result> {
  const runsOfDb = lastRuns.getOrInsertComputed(db, () => new Map())
  const result = Promise.allSettled([runsOfDb.get(task)]).then(run)
  runsOfDb.set(task, result)
  return result
}
