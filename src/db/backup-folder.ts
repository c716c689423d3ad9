import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { namesIn } from './files.ts'
import type { Db } from './open.ts'

/**
 * A nightly backup in `backups` beside the database. Its name (`ordi-2027-01-11T011500Z.db`, followed by
 * `.age` if encrypted) is the only record of when it was made. Files with other names are never touched.
 */
type BackupFile = Readonly<{ name: string; at: Instant; encrypted: boolean }>

/** Returns the newest backup; undefined if there is none or the database is in memory. */
export function findNewestBackup(db: Db, now: Instant): (BackupFile & { path: string }) | undefined {
  const folder = backupFolder(db)
  if (folder === undefined) return undefined
  const [newest] = listBackups(folder, now)
  return newest && { ...newest, path: join(folder, newest.name) }
}

/** Returns the file name of a plain backup made at this instant, such as `ordi-2027-01-11T011500Z.db`. */
export function backupName(at: Instant): string {
  return `ordi-${fileStamp(at)}.db`
}

/** Returns the instant in UTC as part of a file name: `2027-01-11T083000Z`. */
export function fileStamp(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

/** The name of a nightly backup: day, hour, minute and second in UTC, and whether it is encrypted. */
const BACKUP_NAME =
  /^ordi-(?<day>\d{4}-\d{2}-\d{2})T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})Z\.db(?<age>\.age)?$/

/** Reads the time of a backup from its file name; undefined if the file is no nightly backup. */
function readBackupName(name: string): BackupFile | undefined {
  const parts = BACKUP_NAME.exec(name)?.groups
  if (parts === undefined) return undefined
  const { day, hour, minute, second, age } = parts
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  // A name may have digits that are no date.
  return Number.isNaN(at) ? undefined : { name, at, encrypted: age !== undefined }
}

/**
 * Returns the backups in a folder, the newest first. Ignores backups from the future, which a wrong clock
 * made.
 */
export function listBackups(folder: string, now: Instant): BackupFile[] {
  return namesIn(folder)
    .flatMap((name) => readBackupName(name) ?? [])
    .filter(({ at }) => at <= now)
    .sort((a, b) => b.at - a.at)
}

/** The name of an unfinished backup, or of the journal that SQLite leaves beside it when it is killed. */
const UNFINISHED_NAME = /^(.*)\.unfinished(?:-journal)?$/

/** Deletes unfinished backups of killed processes. Files younger than a day may still be in use. */
export function deleteUnfinishedBackups(folder: string, now: Instant): void {
  for (const name of namesIn(folder)) {
    const [, nameOfBackup = ''] = UNFINISHED_NAME.exec(name) ?? []
    const backup = readBackupName(nameOfBackup)
    if (backup !== undefined && backup.at < now - DAY_LENGTH) rmSync(join(folder, name))
  }
}

/** Returns the folder of the backups; undefined when the database is in memory. */
export function backupFolder({ $client }: Db): string | undefined {
  return $client.memory ? undefined : join(dirname($client.name), 'backups')
}

/** The time in the name of a copy of the database, such as `rescued-2027-01-11T083000Z.db`. */
const COPY_STAMP = /-(\d{4}-\d{2}-\d{2}T\d{6}Z)\.db(?:\.age)?$/

/**
 * Returns a path that proves that the data folder once had a database: the newest copy, which may be a
 * rescued one, or the secret; undefined without either.
 */
export function findTraceOfDatabase(dataDir: string): string | undefined {
  const stampOf = (name: string) => COPY_STAMP.exec(name)?.[1] ?? ''
  const folder = join(dataDir, 'backups')
  const copies = namesIn(folder).filter((name) => /\.db(\.age)?$/.test(name))
  const newest = copies.toSorted((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1)).at(-1)
  if (newest !== undefined) return join(folder, newest)
  return namesIn(dataDir).includes('secret.key') ? join(dataDir, 'secret.key') : undefined
}
