import { programEnvironment } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { findNewestBackup } from '../db/backup-folder.ts'
import type { Db } from '../db/open.ts'
import { readTaskOutcome, recordTaskOutcome } from '../db/task-outcomes.ts'
import type { Log } from '../log.ts'
import { type ProgramResult, runProgram } from '../program.ts'
import { HOUR, type Instant } from '../shared/day.ts'

/** Milliseconds that AFTER_BACKUP may take, enough for a copy over a slow line. */
const TIME_LIMIT_MS = HOUR

/** The databases whose newest backup AFTER_BACKUP is copying now. Two jobs start it, and must not overlap. */
const runningAfterBackup = new WeakSet<Db>()

/**
 * Runs the program of AFTER_BACKUP, which copies the newest backup to another place (docs/behaviour.md
 * 14.23), unless it has already succeeded with this backup. A later call tries again after a failure.
 */
export async function runAfterBackupWhenDue(ctx: () => Ctx, log: Log, signal: AbortSignal): Promise<void> {
  const { db, now, config } = ctx()
  const newest = findNewestBackup(db, now)
  if (newest === undefined || config.afterBackup.length === 0 || runningAfterBackup.has(db)) return
  const last = readTaskOutcome(db, 'after-backup')
  if (last?.file === newest.name && last.error === undefined) return
  runningAfterBackup.add(db)
  const { error, output } = await runAfterBackup(config.afterBackup, newest.path, signal).finally(() =>
    runningAfterBackup.delete(db),
  )
  if (signal.aborted) return
  recordAfterBackup(db, { at: ctx().now, file: newest.name, error })
  if (error === undefined) log.info({ file: newest.name, output }, 'AFTER_BACKUP is done')
  else log.error({ file: newest.name, error, output }, 'AFTER_BACKUP failed')
}

/** An end of AFTER_BACKUP. `file` is the name of the backup, and `error` is undefined after a success. */
type AfterBackupEnd = Readonly<{ at: Instant; file: string; error: string | undefined }>

/** Stores how AFTER_BACKUP ended. */
export function recordAfterBackup(db: Db, { at, file, error }: AfterBackupEnd): void {
  recordTaskOutcome(db, 'after-backup', { at, file, ...(error !== undefined && { error }) })
}

/**
 * Runs the program of AFTER_BACKUP with the backup's path as its last argument and as ORDI_BACKUP_FILE. The
 * program gets none of Ordi's secrets.
 */
export function runAfterBackup(
  command: readonly string[],
  file: string,
  signal?: AbortSignal,
): Promise<ProgramResult> {
  const env = { ...programEnvironment(), ORDI_BACKUP_FILE: file }
  return runProgram([...command, file], { env, timeLimit: TIME_LIMIT_MS, signal })
}
