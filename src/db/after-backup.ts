import { join } from 'node:path'
import { programEnvironment } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { type ProgramResult, runProgram } from '../program.ts'
import { HOUR } from '../shared/day.ts'
import { backupFolder, listBackups } from './nightly-backups.ts'
import type { Db } from './open.ts'
import { readTask, recordTask } from './task-outcomes.ts'

/** The program of AFTER_BACKUP, which takes each new backup out of the house. Rule: docs/behaviour.md 14.23. */

const TIME_LIMIT_MS = HOUR

/**
 * Hands the newest backup to the program, unless that has succeeded with this one already. After a failure it is tried again
 * with the next call.
 */
export async function handOverWhenDue(ctx: () => Ctx, log: Log, signal: AbortSignal): Promise<void> {
  const { db, now, config } = ctx()
  const folder = backupFolder(db)
  if (folder === undefined || config.afterBackup.length === 0) return
  const newest = listBackups(folder, now)[0]
  const last = readTask(db, 'after-backup')
  if (newest === undefined || (last?.file === newest.name && last.error === undefined)) return
  const { error, output } = await handOver(config.afterBackup, join(folder, newest.name), signal)
  if (signal.aborted) return
  recordHandOver(db, ctx().now, newest.name, error)
  if (error === undefined) log.info({ file: newest.name, output }, 'AFTER_BACKUP is done')
  else log.error({ file: newest.name, error, output }, 'AFTER_BACKUP failed')
}

export function recordHandOver(db: Db, at: number, file: string, error: string | undefined): void {
  recordTask(db, 'after-backup', { at, file, ...(error !== undefined && { error }) })
}

/**
 * The program gets the backup's path as last argument and as ORDI_BACKUP_FILE, and none of the secrets of Ordi.
 */
export function handOver(
  command: readonly string[],
  file: string,
  signal?: AbortSignal,
): Promise<ProgramResult> {
  const env = { ...programEnvironment(), ORDI_BACKUP_FILE: file }
  return runProgram([...command, file], { env, timeLimit: TIME_LIMIT_MS, signal })
}
