import type { Ctx } from '../ctx.ts'
import type { Db } from '../db/open.ts'
import type { Instant } from '../shared/day.ts'

/** Counts of a job's runs since the process started. */
export type JobRuns = Readonly<{
  runs: number
  failures: number
  hasLastRunFailed: boolean
  lastSuccessAt: Instant | undefined
}>

/** The counts by job name, in memory only: each job stores its own results. */
const runsOfDb = new WeakMap<Db, Map<string, JobRuns>>()

/** Counts a finished run of the job. */
export function recordJobRun({ db, now }: Ctx, name: string, { failed }: { failed: boolean }): void {
  const runsByName = runsOfDb.get(db) ?? new Map<string, JobRuns>()
  const { runs = 0, failures = 0, lastSuccessAt } = runsByName.get(name) ?? {}
  runsByName.set(name, {
    runs: runs + 1,
    failures: failures + Number(failed),
    hasLastRunFailed: failed,
    lastSuccessAt: failed ? lastSuccessAt : now,
  })
  runsOfDb.set(db, runsByName)
}

/** Returns the runs by name, for jobs that have run since the start. */
export function listJobRuns({ db }: Ctx): ReadonlyMap<string, JobRuns> {
  return runsOfDb.get(db) ?? new Map()
}
