import type { Ctx } from '../ctx.ts'
import { backupFolder, firstStart, listBackups } from '../db/nightly-backups.ts'
import { readTask, recordTask } from '../db/task-outcomes.ts'
import type { Log } from '../log.ts'
import type { ProgramResult } from '../program.ts'
import { DAY_LENGTH } from '../shared/day.ts'

/** Runs `ordi drill` in a process of its own, which notes the outcome. Undefined where nothing is started, such as in tests. */
export type DrillPort = ((signal: AbortSignal) => Promise<ProgramResult>) | undefined

const EVERY = 30 * DAY_LENGTH
/** From the first start to the first drill, and after a failure to the next. */
const SOON = DAY_LENGTH

/** Restores the newest backup for trial once a month. Rule: docs/behaviour.md 14.25. */
export async function drillWhenDue(
  ctx: () => Ctx,
  { drill, log }: Readonly<{ drill: DrillPort; log: Log }>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = ctx()
  const folder = backupFolder(db)
  const newest = folder === undefined ? undefined : listBackups(folder, now)[0]
  if (drill === undefined || newest === undefined) return
  const before = readTask(db, 'drill')
  const wait = before !== undefined && before.error === undefined ? EVERY : SOON
  if (Math.abs(now - (before?.at ?? firstStart(db) ?? now)) < wait) return
  const { error, output } = await drill(stopping)
  if (stopping.aborted) return
  if (error === undefined) log.info({ output }, 'drill done')
  else {
    log.error({ error, output }, 'drill failed')
    // A process that was killed has noted nothing.
    if (readTask(db, 'drill')?.at === before?.at)
      recordTask(db, 'drill', { at: ctx().now, file: newest.name, error })
  }
}
