import { once } from 'node:events'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { gt, min } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import type { Backup } from './backup-file.ts'
import { namesIn } from './files.ts'
import { FAULT_MESSAGES, noteDatabaseError, tryToWrite } from './health.ts'
import type { Db } from './open.ts'
import { assertInPlace } from './place.ts'
import { settings } from './schema.ts'
import { readRow, readTask, recordTask, writeRow } from './settings-rows.ts'
import { wake } from './wake.ts'

/**
 * The nightly backups, in `backups` beside the database. Their names (`ordi-2027-01-11T011500Z.db`, with
 * `.age` behind it when encrypted) are the only record of when they were made; files with other names are
 * never touched.
 */

/** After midnight UTC, which is not affected by summer time: 02:15 or 03:15 in Vienna. */
const NIGHTLY_AT = 75 * MINUTE
/** Age at which the last backup counts as late. */
const LATE_AFTER = 36 * HOUR

/** Months after which the last backup with deleted data is deleted too. */
export const BACKUP_MONTHS = 6

/** The newest backup of each of the last `most` days, weeks and months (UTC) is kept. */
const RETENTION: readonly { most: number; periodOf: (at: Instant) => number }[] = [
  { most: 7, periodOf: dayOf },
  // Day 0 was a Thursday; weeks begin on Monday.
  { most: 4, periodOf: (at) => Math.floor((dayOf(at) + 3) / 7) },
  { most: BACKUP_MONTHS, periodOf: (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth() },
]

type BackupState = Readonly<{
  /** The instant at which the last backup was made. */
  at: Instant | undefined
  encrypted: boolean
  bytes: number | undefined
  /** Milliseconds since the last one, or since the portal's first start. */
  age: number
  late: boolean
}>

/** Returns undefined when the database is in memory, because it has no backups then. */
export function backupState({ db, now }: Ctx): BackupState | undefined {
  if (db.$client.memory) return undefined
  const last = newestBackup(db, now)
  const age = now - (last?.at ?? firstStart(db) ?? now)
  const bytes = last && statSync(last.path, { throwIfNoEntry: false })?.size
  return { at: last?.at, encrypted: last?.encrypted ?? false, bytes, age, late: age > LATE_AFTER }
}

/** Returns the outcome of the last AFTER_BACKUP, or undefined while none is set. */
export function lastAfterBackup({ db, config }: Ctx): ReturnType<typeof readTask> {
  return config.afterBackup.length > 0 ? readTask(db, 'after-backup') : undefined
}

/** Returns undefined while there is no backup, and when the database is in memory. */
export function newestBackup(db: Db, now: Instant): (BackupFile & { path: string }) | undefined {
  const folder = backupFolder(db)
  if (folder === undefined) return undefined
  const [newest] = listBackups(folder, now)
  return newest && { ...newest, path: join(folder, newest.name) }
}

/**
 * Makes a backup unless there is one of the last night or one is being made, and deletes expired ones. A
 * machine that was off at night makes it after its next start.
 * @throws Error when the backup failed
 */
export async function backUpWhenDue(ctx: () => Ctx, log: Log): Promise<void> {
  const { db, now } = ctx()
  if (makingBackups.has(db) || (newestBackup(db, now)?.at ?? 0) >= lastNight(now)) return
  await makeBackup({ db, now }, log)
}

/**
 * Makes the backup that somebody has asked for, and stores how that ended.
 * @returns whether one was made
 * @throws Error when the backup failed
 */
export async function backUpOnRequest(ctx: () => Ctx, log: Log): Promise<boolean> {
  const { db, now } = ctx()
  const request = openRequest(db)
  if (request === undefined || makingBackups.has(db)) return false
  try {
    await makeBackup({ db, now }, log)
    endRequest(ctx(), request)
    return true
  } catch (error) {
    // On a full disk this cannot be stored either; the job then tries the backup again.
    tryToWrite(db, () => endRequest(ctx(), request, (error as Error).message.slice(0, REASON_LENGTH)))
    throw error
  }
}

async function makeBackup({ db, now }: Pick<Ctx, 'db' | 'now'>, log: Log): Promise<void> {
  const folder = backupFolder(db)
  if (folder === undefined) return
  // Another connection must not open a file that was moved: it would read the present WAL as its own.
  assertInPlace(db.$client)
  makingBackups.add(db)
  try {
    await backUpInto(folder, { db, now }, log)
  } finally {
    makingBackups.delete(db)
  }
}

async function backUpInto(folder: string, { db, now }: Pick<Ctx, 'db' | 'now'>, log: Log): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const target = join(folder, backupName(now))
  const { rows: _, ...made } = await inThread<Backup>({ source: db.$client.name, target })
  recordBackup(db, now, made)
  log.info(made, 'backup made')
  const backups = listBackups(folder, now)
  const expired = new Set(expiredBackups(backups.map(({ at }) => at)))
  for (const { at, name } of backups) if (expired.has(at)) rmSync(join(folder, name))
  deleteUnfinished(folder, now)
}

/** The databases of which a backup is being made. */
const makingBackups = new WeakSet<Db>()

/** Tells whether a backup is being made, or will be as soon as the job runs. */
export function isBackingUp(db: Db): boolean {
  return makingBackups.has(db) || openRequest(db) !== undefined
}

/** Somebody's wish for a backup at once. `endedAt` is when it was made or has failed. */
export type BackupRequest = Readonly<{ at: Instant; endedAt?: Instant; error?: string }>

/** The row of the settings with the last request. */
const REQUEST = 'backup-request'
/** Characters of an error that are kept as the reason for a failure. */
const REASON_LENGTH = 300

/** Returns the last backup that somebody has asked for; undefined before the first. */
export function lastBackupRequest(db: Db): BackupRequest | undefined {
  const stored = readRow(db, REQUEST)
  return stored === undefined ? undefined : JSON.parse(stored)
}

/** Stores that a backup is wanted now, and starts the job that makes it. */
export function storeBackupRequest(ctx: Pick<Ctx, 'db' | 'now'>): void {
  writeRow(ctx.db, REQUEST, JSON.stringify({ at: ctx.now } satisfies BackupRequest), ctx.now)
  wake(ctx, 'backup')
}

function openRequest(db: Db): BackupRequest | undefined {
  const request = lastBackupRequest(db)
  return request?.endedAt === undefined ? request : undefined
}

function endRequest({ db, now }: Ctx, { at }: BackupRequest, error?: string): void {
  const ended: BackupRequest = { at, endedAt: now, ...(error !== undefined && { error }) }
  writeRow(db, REQUEST, JSON.stringify(ended), now)
}

/** Records the checksum of a backup. A drill without the secret key compares an encrypted file with it. */
export function recordBackup(db: Db, at: Instant, { file, sha256 }: Pick<Backup, 'file' | 'sha256'>): void {
  recordTask(db, 'backup', { at, file: basename(file), sha256 })
}

/**
 * Makes a backup that no retention deletes: `before-demo-end-<UTC>.db`. Does nothing when the database is in
 * memory.
 */
export async function backUpBefore({ db, now }: Pick<Ctx, 'db' | 'now'>, what: string): Promise<void> {
  const folder = backupFolder(db)
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await inThread({ source: db.$client.name, target: join(folder, `before-${what}-${fileStamp(now)}.db`) })
}

/**
 * Looks for damage in the whole file, on another thread, so that a start says at once what a patient would
 * run into.
 */
export async function checkForDamage({ db }: Pick<Ctx, 'db'>, log: Log): Promise<void> {
  if (db.$client.memory) return
  const found = await inThread<string>({ source: db.$client.name })
  if (found === 'ok') return
  noteDatabaseError(db, Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' }))
  log.fatal({ found }, FAULT_MESSAGES.damaged)
}

/** The backups that are not kept, by the instants at which they were made. */
export function expiredBackups(made: readonly Instant[]): Instant[] {
  const newestFirst = made.toSorted((a, b) => b - a)
  const keep = new Set(
    RETENTION.flatMap(({ most, periodOf }) => {
      const newestOf = new Map<number, Instant>()
      for (const at of newestFirst) if (!newestOf.has(periodOf(at))) newestOf.set(periodOf(at), at)
      return [...newestOf.values()].slice(0, most)
    }),
  )
  return newestFirst.filter((at) => !keep.has(at))
}

/** A file with an earlier state of the database. Retention deletes it at `until`; undefined: never. */
export type OldCopy = Readonly<{ file: string; until: Instant | undefined }>

/**
 * All copies of the database beside it, the newest first, and until when each is kept if a backup is made
 * every night.
 */
export function listOldCopies({ db, now }: Pick<Ctx, 'db' | 'now'>): OldCopy[] {
  const folder = backupFolder(db)
  if (folder === undefined) return []
  const backups = listBackups(folder, now)
  const until = new Map<Instant, Instant>()
  let kept = backups.map(({ at }) => at)
  for (
    let night = lastNight(now) + DAY_LENGTH;
    !backups.every(({ at }) => until.has(at));
    night += DAY_LENGTH
  ) {
    const expired = new Set(expiredBackups([...kept, night]))
    for (const at of expired) until.set(at, night)
    kept = [...kept, night].filter((at) => !expired.has(at))
  }
  const others = [folder, dirname(folder)].flatMap((place) =>
    namesIn(place)
      .filter((name) => /^(before|pre|rescued)-.*\.db(\.age)?$/.test(name))
      .map((name) => join(place, name)),
  )
  return [
    ...backups.map(({ name, at }) => ({ file: join(folder, name), until: until.get(at) })),
    ...others.map((file) => ({ file, until: undefined })),
  ]
}

function dayOf(at: Instant): number {
  return Math.floor(at / DAY_LENGTH)
}

/** `ordi-2027-01-11T011500Z.db` */
export function backupName(at: Instant): string {
  return `ordi-${fileStamp(at)}.db`
}

/** The instant in UTC as a part of a file's name: `2027-01-11T083000Z`. */
export function fileStamp(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

type BackupFile = Readonly<{ name: string; at: Instant; encrypted: boolean }>

/** Reads the time of a backup from its name. Returns undefined when the name is no backup's. */
function readBackupName(name: string): BackupFile | undefined {
  const [, day, hour, minute, second, encrypted] =
    /^ordi-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.db(\.age)?$/.exec(name) ?? []
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : { name, at, encrypted: encrypted !== undefined }
}

/**
 * Returns the backups in a folder, the newest first. Ignores names in the future, which come from a wrong
 * clock.
 */
export function listBackups(folder: string, now: Instant): BackupFile[] {
  return namesIn(folder)
    .flatMap((name) => readBackupName(name) ?? [])
    .filter(({ at }) => at <= now)
    .sort((a, b) => b.at - a.at)
}

/** Returns the instant at which the backup of the last night was due. */
function lastNight(now: Instant): Instant {
  return now - ((now - NIGHTLY_AT) % DAY_LENGTH)
}

/** Beside this file in the source and in the build. */
const WORKER = join(import.meta.dirname, `backup-worker${extname(import.meta.filename)}`)

/**
 * Copies and checks on another thread, so that requests are answered meanwhile. Without a target it only
 * looks for damage.
 */
async function inThread<T>(workerData: { source: string; target?: string }): Promise<T> {
  const worker = new Worker(WORKER, { workerData })
  const [answer] = await once(worker, 'message')
  return answer
}

/** Deletes unfinished backups of killed processes. Files younger than a day may still be in use. */
function deleteUnfinished(folder: string, now: Instant): void {
  for (const name of namesIn(folder)) {
    if (!name.endsWith('.unfinished')) continue
    const backup = readBackupName(name.replace('.unfinished', ''))
    if (backup !== undefined && backup.at < now - DAY_LENGTH) rmSync(join(folder, name))
  }
}

/** Returns undefined when the database is in memory. */
function backupFolder({ $client }: Db): string | undefined {
  return $client.memory ? undefined : join(dirname($client.name), 'backups')
}

/** A machine whose clock was not set yet says that it is 1970. */
const CLOCK_IS_SET = gt(settings.updatedAt, 365 * DAY_LENGTH)

/** The oldest setting is the one that `openApp` writes at the first start. */
export function firstStart(db: Db): Instant | undefined {
  const oldest = db
    .select({ at: min(settings.updatedAt) })
    .from(settings)
    .where(CLOCK_IS_SET)
    .get()
  return oldest?.at ?? undefined
}
