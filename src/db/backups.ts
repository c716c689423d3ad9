import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { min } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import type { Checked } from './backup.ts'
import { expiredBackups } from './backup-retention.ts'
import type { Db } from './open.ts'
import { settings } from './schema.ts'

/**
 * The backups that the portal makes by itself, in `backups` beside the database: `ordi-2027-01-11T011500Z.db`. Their names
 * alone say which there are and how old they are; files with other names are somebody else's and stay.
 */

/** UTC, in which no night is without it: 02:15 in Vienna, in summer 03:15. */
const NIGHTLY_AT = 75 * MINUTE
/** Older than that is worth an alarm (decisions, section 6). */
const LATE = 36 * HOUR

export type BackupState = Readonly<{
  /** When the last one was made; undefined when there is none. */
  at: Instant | undefined
  /** Milliseconds without a new one: since the last, or since the portal's first start. */
  age: number
  late: boolean
}>

/** How the backups stand. Undefined for a database in memory, which has none. */
export function backupState({ db, now }: Ctx): BackupState | undefined {
  const folder = folderOf(db)
  if (folder === undefined) return undefined
  const at = listBackups(folder, now)[0]
  const age = now - (at ?? firstStart(db) ?? now)
  return { at, age, late: age > LATE }
}

/**
 * Makes a backup when there is none of the last night yet, so that a machine that slept catches up once, and then takes
 * away those that have served their time.
 * @throws Error when none could be made
 */
export async function backUpWhenDue(ctx: () => Ctx, log: Log): Promise<void> {
  const { db, now } = ctx()
  const folder = folderOf(db)
  if (folder === undefined || !isDue(listBackups(folder, now)[0], now)) return
  mkdirSync(folder, { recursive: true })
  const file = join(folder, backupName(now))
  const { bytes, sha256 } = await backupInThread(db.$client.name, file)
  log.info({ file, bytes, sha256 }, 'backup made')
  for (const at of expiredBackups(listBackups(folder, now))) rmSync(join(folder, backupName(at)))
  sweepUnfinished(folder, now)
}

/** `ordi-2027-01-11T011500Z.db` */
export function backupName(at: Instant): string {
  return `ordi-${fileStamp(at)}.db`
}

/** The moment, UTC to the second, as a part of a file's name: `2027-01-11T083000Z`. */
export function fileStamp(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

/** When the file of this name was made; undefined when it is no backup of the portal's own. */
function readBackupName(name: string): Instant | undefined {
  const [, day, hour, minute, second] =
    /^ordi-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.db$/.exec(name) ?? []
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** Those made until now, the newest first. What a wrong clock has dated ahead counts for nothing. */
function listBackups(folder: string, now: Instant): Instant[] {
  return namesIn(folder)
    .flatMap((name) => readBackupName(name) ?? [])
    .filter((at) => at <= now)
    .sort((a, b) => b - a)
}

function isDue(last: Instant | undefined, now: Instant): boolean {
  const night = now - ((now - NIGHTLY_AT) % DAY_LENGTH)
  return last === undefined || last < night
}

/** The thread's program lies beside this one, built or not. */
const WORKER = join(import.meta.dirname, `backup-worker${extname(import.meta.filename)}`)

/** Copying and checking take their time: on a thread of their own, so that nobody waits for an answer meanwhile. */
async function backupInThread(source: string, target: string): Promise<Checked> {
  const worker = new Worker(WORKER, { workerData: { source, target } })
  const [checked] = await once(worker, 'message')
  return checked
}

/** A process that was killed halfway has left a piece behind. A younger one may still grow. */
function sweepUnfinished(folder: string, now: Instant): void {
  for (const name of namesIn(folder)) {
    const at = name.endsWith('.unfinished') && readBackupName(name.replace('.unfinished', ''))
    if (typeof at === 'number' && at < now - DAY_LENGTH) rmSync(join(folder, name))
  }
}

/** None where there is no such folder yet. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function folderOf({ $client }: Db): string | undefined {
  return $client.memory ? undefined : join(dirname($client.name), 'backups')
}

/** The oldest setting was written at the first start and never again: the canary of the secret. */
function firstStart(db: Db): Instant | undefined {
  return (
    db
      .select({ at: min(settings.updatedAt) })
      .from(settings)
      .get()?.at ?? undefined
  )
}
