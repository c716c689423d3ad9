import type { Ctx } from '../ctx.ts'
import { findNewestBackup } from '../db/backup-folder.ts'
import { findFirstStart } from '../db/backup-state.ts'
import { readTaskOutcome, recordTaskOutcome } from '../db/task-outcomes.ts'
import type { Log } from '../log.ts'
import type { ProgramResult } from '../program.ts'
import { DAY_LENGTH } from '../shared/day.ts'

/** Runs `ordi drill` in a process of its own, which records the outcome. */
export type DrillPort = (signal: AbortSignal) => Promise<ProgramResult>

/** Milliseconds from a drill that succeeded to the next one. */
const DRILL_INTERVAL = 30 * DAY_LENGTH
/** Milliseconds from the first start to the first drill, and from a failure to the next drill. */
const SHORT_DRILL_INTERVAL = DAY_LENGTH

/**
 * Makes a trial restore of the newest backup when one is due. Rule: docs/behaviour.md 14.25.
 * @param ports `drill` is undefined in tests that start no process
 */
export async function drillWhenDue(
  ctx: () => Ctx,
  { drill, log }: Readonly<{ drill: DrillPort | undefined; log: Log }>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = ctx()
  const newest = findNewestBackup(db, now)
  if (drill === undefined || newest === undefined || !isDrillDue(ctx())) return
  const recordedBefore = readTaskOutcome(db, 'drill')?.at
  const { error, output } = await drill(stopping)
  if (stopping.aborted) return
  if (error === undefined) {
    log.info({ output }, 'drill done')
    return
  }
  log.error({ error, output }, 'drill failed')
  // A process that was killed could not record its failure.
  const hasRecorded = readTaskOutcome(db, 'drill')?.at !== recordedBefore
  if (!hasRecorded) recordTaskOutcome(db, 'drill', { at: ctx().now, file: newest.name, error })
}

/** Returns whether the interval since the last drill, or since the first start, is over. */
function isDrillDue({ db, now }: Ctx): boolean {
  const last = readTaskOutcome(db, 'drill')
  const hasSucceeded = last !== undefined && last.error === undefined
  const since = last?.at ?? findFirstStart(db) ?? now
  // A time far in the future comes from a wrong clock, and must not delay the drill until then.
  const elapsed = Math.abs(now - since)
  return elapsed >= (hasSucceeded ? DRILL_INTERVAL : SHORT_DRILL_INTERVAL)
}
