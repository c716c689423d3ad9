import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import type { Instant } from '../shared/day.ts'
import type { Backup } from './backup-file.ts'
import {
  backupFolder,
  backupName,
  deleteUnfinishedBackups,
  fileStamp,
  findNewestBackup,
  listBackups,
} from './backup-folder.ts'
import { endBackupRequest, findOpenBackupRequest } from './backup-request.ts'
import { expiredBackups, lastNightlyBackupDue } from './backup-retention.ts'
import { FAULT_MESSAGES } from './database-fault.ts'
import { fileFaultIn } from './file-fault.ts'
import { recordDatabaseError, tryToWrite } from './health.ts'
import type { Db } from './open.ts'
import { assertDatabaseInPlace } from './place.ts'
import { recordTaskOutcome } from './task-outcomes.ts'

/** The databases of which a backup is being made. */
const makingBackups = new WeakSet<Db>()

/**
 * Makes a backup and deletes expired ones, unless last night's backup exists or one is being made. A machine
 * that was off at night makes it after its next start.
 * @throws Error when the backup failed
 */
export async function backUpWhenDue(ctx: () => Ctx, log: Log): Promise<void> {
  const { db, now } = ctx()
  if (makingBackups.has(db) || (findNewestBackup(db, now)?.at ?? 0) >= lastNightlyBackupDue(now)) return
  await makeBackup({ db, now }, log)
}

/**
 * Makes the backup that a staff member has requested, and stores the outcome.
 * @returns whether one was made
 * @throws Error when the backup failed
 */
export async function backUpOnRequest(ctx: () => Ctx, log: Log): Promise<boolean> {
  const { db, now } = ctx()
  const request = findOpenBackupRequest(db)
  if (request === undefined || makingBackups.has(db)) return false
  try {
    await makeBackup({ db, now }, log)
    endBackupRequest(ctx(), request)
    return true
  } catch (error) {
    // On a full disk the failure cannot be stored either; the job then tries the backup again.
    tryToWrite(db, () => endBackupRequest(ctx(), request, fileFaultIn(error) ?? (error as Error).message))
    throw error
  }
}

/** Makes a backup now. Does nothing when the database is in memory. @throws Error when the backup failed */
async function makeBackup({ db, now }: Pick<Ctx, 'db' | 'now'>, log: Log): Promise<void> {
  const folder = backupFolder(db)
  if (folder === undefined) return
  // Another connection must not open a file that was moved to this path: it would take the current WAL for
  // its own.
  assertDatabaseInPlace(db.$client)
  makingBackups.add(db)
  try {
    await backUpInto(folder, { db, now }, log)
  } finally {
    makingBackups.delete(db)
  }
}

/** Makes the backup in this folder, records it, and deletes expired and unfinished backups there. */
async function backUpInto(folder: string, { db, now }: Pick<Ctx, 'db' | 'now'>, log: Log): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const target = join(folder, backupName(now))
  const { rows: _, ...made } = await runWorker<Backup>({ source: db.$client.name, target })
  recordBackupChecksum(db, now, made)
  log.info(made, 'backup made')
  const backups = listBackups(folder, now)
  const expired = new Set(expiredBackups(backups.map(({ at }) => at)))
  for (const { at, name } of backups) if (expired.has(at)) rmSync(join(folder, name))
  deleteUnfinishedBackups(folder, now)
}

/** Returns whether a backup is being made or requested. */
export function isBackingUp(db: Db): boolean {
  return makingBackups.has(db) || findOpenBackupRequest(db) !== undefined
}

/** Records the checksum of a backup. A drill without the secret key checks the encrypted file against it. */
export function recordBackupChecksum(
  db: Db,
  at: Instant,
  { file, sha256 }: Pick<Backup, 'file' | 'sha256'>,
): void {
  recordTaskOutcome(db, 'backup', { at, file: basename(file), sha256 })
}

/**
 * Makes a backup that retention never deletes, such as `before-demo-end-<UTC>.db`. Does nothing when the
 * database is in memory.
 * @param change the reason for the backup in its name, such as `demo-end`
 */
export async function backUpBefore({ db, now }: Pick<Ctx, 'db' | 'now'>, change: string): Promise<void> {
  const folder = backupFolder(db)
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await runWorker({ source: db.$client.name, target: join(folder, `before-${change}-${fileStamp(now)}.db`) })
}

/**
 * Checks the whole file for damage on another thread, so that it is logged at the start and not only when a
 * patient meets it.
 */
export async function checkForDamage({ db }: Pick<Ctx, 'db'>, log: Log): Promise<void> {
  if (db.$client.memory) return
  const result = await runWorker<string>({ source: db.$client.name })
  if (result === 'ok') return
  recordDatabaseError(db, Object.assign(new Error(result), { code: 'SQLITE_CORRUPT' }))
  log.fatal({ found: result }, FAULT_MESSAGES.damaged)
}

/** The path of the worker, which is beside this file in the source and in the build. */
const WORKER = join(import.meta.dirname, `backup-worker${extname(import.meta.filename)}`)

/**
 * Runs the worker on another thread, so that requests are answered meanwhile. Without a target it only checks
 * for damage.
 */
async function runWorker<T>(workerData: { source: string; target?: string }): Promise<T> {
  const worker = new Worker(WORKER, { workerData })
  const [answer] = await once(worker, 'message')
  return answer
}
