import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { decryptFile, encryptFile, hashOf, isAgeFile } from './age-file.ts'
import { DatabaseError } from './database-error.ts'
import { readPart, syncToDisk, temporaryPath } from './files.ts'

/** A file that was checked completely. `rows` is the number of rows of each table. */
export type CheckedDatabase = Readonly<{
  bytes: number
  sha256: string
  rows: Readonly<Record<string, number>>
}>

/** A new backup. `bytes` and `sha256` are those of the file as it is stored, encrypted or not. */
export type Backup = CheckedDatabase & Readonly<{ file: string; encrypted: boolean }>

/**
 * The setting with the public key for backups. It is read here, so that every way to make a backup encrypts.
 */
const RECIPIENT = 'general.backup_recipient'
/** The name of an encrypted backup ends in this. */
const ENCRYPTED = '.age'

/** The line before the last one, with the rows of each table. Older backups have none. */
const ROWS = /\nrows (\{[^\n]*\})$/
const LONGEST_ROWS_LINE = 16_384
/**
 * The last line of a backup. SQLite reads whole pages and ignores it. SQLite's own integrity check finds
 * structural damage only, not a changed character in a text.
 */
const CHECKSUM = /^\nsha256 ([0-9a-f]{64})\n$/
const CHECKSUM_LENGTH = 73
/** Length of the header of a database. Source: sqlite.org/fileformat.html. */
const HEADER_LENGTH = 100

/**
 * Copies a database, which may be in use, into one checked file. The file appears under its name complete or
 * not at all, and never replaces another file. It is encrypted, and its name ends in `.age`, if the settings
 * have a public key; until then the plain copy is in the folder of the database.
 * @param source an open connection is for a database that nobody else can open any more
 * @throws DatabaseError
 */
export async function backupDatabase(
  source: string | Database.Database,
  target: string,
  { encrypt = true }: { encrypt?: boolean } = {},
): Promise<Backup> {
  const path = typeof source === 'string' ? source : source.name
  if (path === source && !existsSync(path))
    throw new DatabaseError(`There is no database to back up: ${path}`)
  if (!existsSync(dirname(target)))
    throw new DatabaseError(`No backup was made: there is no folder ${dirname(target)}.`)
  let made: readonly string[] = []
  try {
    const recipient = encrypt ? readRecipient(source) : undefined
    const file = newFileFor(target, recipient)
    const unfinished = `${file}.unfinished`
    const plain = recipient === undefined ? unfinished : temporaryPath(dirname(path))
    made = [unfinished, plain]
    rmSync(unfinished, { force: true })
    await writePlainBackup(source, plain)
    const checked = await checkDatabaseFile(plain)
    if (recipient !== undefined) await encryptFile(plain, unfinished, recipient)
    syncToDisk(unfinished)
    renameSync(unfinished, file)
    syncToDisk(dirname(file))
    if (recipient === undefined) return { ...checked, file, encrypted: false }
    return { ...checked, bytes: statSync(file).size, sha256: await sha256Of(file), file, encrypted: true }
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`No backup was made: ${(error as Error).message}`, { cause: error })
  } finally {
    for (const path of made) rmSync(path, { force: true })
  }
}

/**
 * Returns the name of the backup, which ends in `.age` when there is a public key.
 * @throws DatabaseError when the name promises an encryption without a key, or the file exists
 */
function newFileFor(target: string, recipient: string | undefined): string {
  if (recipient === undefined && target.endsWith(ENCRYPTED))
    throw new DatabaseError(
      `No backup was made: there is no public key in the settings to encrypt ${target} with.`,
    )
  const file = recipient === undefined || target.endsWith(ENCRYPTED) ? target : target + ENCRYPTED
  if (existsSync(file)) throw new DatabaseError(`This file exists already and is not written over: ${file}`)
  return file
}

/** Copies the database, and appends the lines with the count of rows and the checksum. */
async function writePlainBackup(source: string | Database.Database, plain: string): Promise<void> {
  // `vacuum into` reads in one transaction, which does not block writers.
  withDatabase(source, { timeout: 30_000, fileMustExist: true }, (client) =>
    client.prepare('vacuum into ?').run(plain),
  )
  appendFileSync(plain, `\nrows ${JSON.stringify(withDatabase(plain, { readonly: true }, rowsOf))}`)
  appendFileSync(plain, `\nsha256 ${await sha256Of(plain)}\n`)
}

/**
 * Checks a backup, and hands its plain file to `use`: the backup itself, or a decrypted copy that is deleted
 * afterwards.
 * @param folder where the decrypted copy may be
 * @param identityFile the keys that open an encrypted backup
 * @throws DatabaseError with the first problem
 */
export async function withCheckedBackup<T>(
  file: string,
  { folder, identityFile }: { folder: string; identityFile: string | undefined },
  use: (plain: string, checked: CheckedDatabase) => T | Promise<T>,
): Promise<T> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile() || !isAgeFile(file))
    return use(file, await checkDatabaseFile(file))
  if (identityFile === undefined)
    throw new DatabaseError(
      'This backup is encrypted. Name the file with its secret key: --identity FILE (see docs/ops/backups.md).',
    )
  const plain = temporaryPath(folder)
  try {
    await decryptFile(file, plain, identityFile)
    const { rows } = await checkDatabaseFile(plain)
    return await use(plain, { rows, bytes: statSync(file).size, sha256: await sha256Of(file) })
  } finally {
    rmSync(plain, { force: true })
  }
}

/** Copies a backup without its last lines, and syncs the copy to disk. */
export function unpackBackup(backup: string, target: string): void {
  copyFileSync(backup, target)
  // A copy has the mode of its source.
  chmodSync(target, 0o600)
  truncateSync(target, readEnd(target).databaseBytes)
  syncToDisk(target)
}

/**
 * Checks the checksum, SQLite's integrity and the foreign keys, and counts the rows.
 * @throws DatabaseError with the first problem
 */
export async function checkDatabaseFile(file: string): Promise<CheckedDatabase> {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new DatabaseError(`There is no such file: ${file}`)
  if (readPart(file, 0, 16) !== 'SQLite format 3\0')
    throw new DatabaseError('This file is no backup of Ordi, or its beginning is damaged.')
  const bytes = stat.size
  const { checksum, rows } = readEnd(file)
  if (checksum === undefined && bytes !== databaseLength(file, bytes))
    throw new DatabaseError('This file is damaged: its end is missing.')
  if (checksum !== undefined && checksum !== (await sha256Of(file, bytes - CHECKSUM_LENGTH)))
    throw new DatabaseError('This file is damaged: it is not as it was written.')
  const counted = countRows(file)
  if (rows !== undefined && rows !== JSON.stringify(counted))
    throw new DatabaseError(
      'This file is damaged: it does not have the rows that were counted when it was made.',
    )
  return { bytes, rows: counted, sha256: await sha256Of(file) }
}

/**
 * Returns the length in bytes that the header of a database states; for a database without a valid statement,
 * the length of its whole pages. The part of a backup's end that is left of a cut file would be overlooked
 * otherwise. Source: sqlite.org/fileformat.html, 1.3.
 */
function databaseLength(file: string, bytes: number): number {
  const header = Buffer.from(readPart(file, 0, HEADER_LENGTH), 'latin1')
  // 1 stands for 65,536, which two bytes cannot hold.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const pages = header.readUInt32BE(28)
  const isValid = pages > 0 && header.readUInt32BE(24) === header.readUInt32BE(92)
  return isValid ? pages * pageSize : bytes - (bytes % Math.max(pageSize, 1))
}

/** Reads every page. @returns `ok`, or what is damaged */
export function quickCheck(file: string): string {
  const client = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return String(client.pragma('quick_check(1)', { simple: true }))
  } catch (error) {
    return (error as Error).message
  } finally {
    client.close()
  }
}

/** The public key that backups of this database are encrypted to. */
function readRecipient(source: string | Database.Database): string | undefined {
  return withDatabase(source, { readonly: true, timeout: 30_000 }, (client) => {
    if (client.prepare(`select 1 from sqlite_master where name = 'settings'`).get() === undefined)
      return undefined
    const value = client.prepare('select value from settings where name = ?').pluck().get(RECIPIENT)
    return value === undefined ? undefined : JSON.parse(String(value)) || undefined
  })
}

/** The last lines of a backup. A plain database, such as a copy made with another tool, has none. */
function readEnd(file: string): {
  databaseBytes: number
  checksum?: string | undefined
  /** The number of rows of each table, as JSON text. */
  rows?: string
} {
  const { size } = statSync(file)
  const length = Math.min(size, LONGEST_ROWS_LINE + CHECKSUM_LENGTH)
  const text = readPart(file, size - length, length)
  const checksum = CHECKSUM.exec(text.slice(-CHECKSUM_LENGTH))?.[1]
  if (checksum === undefined) return { databaseBytes: size }
  const [line, json] = ROWS.exec(text.slice(0, -CHECKSUM_LENGTH)) ?? []
  if (line === undefined || json === undefined) return { databaseBytes: size - CHECKSUM_LENGTH, checksum }
  return { databaseBytes: size - CHECKSUM_LENGTH - line.length, checksum, rows: json }
}

function countRows(file: string): Record<string, number> {
  try {
    return withDatabase(file, { readonly: true, fileMustExist: true }, (client) => {
      const integrity = client.pragma('integrity_check', { simple: true })
      if (integrity !== 'ok') throw new DatabaseError(`This file is damaged: ${integrity}`)
      if ((client.pragma('foreign_key_check') as unknown[]).length > 0)
        throw new DatabaseError('This file is damaged: references lead nowhere.')
      const rows = rowsOf(client)
      if (!('bookings' in rows)) throw new DatabaseError('This file is no backup of Ordi.')
      return rows
    })
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`This file cannot be read as a database: ${(error as Error).message}`)
  }
}

/** Opens a file for a moment; a connection that is open stays so. */
function withDatabase<T>(
  file: string | Database.Database,
  options: Database.Options,
  use: (client: Database.Database) => T,
): T {
  if (typeof file !== 'string') return use(file)
  const client = new Database(file, options)
  try {
    return use(client)
  } finally {
    client.close()
  }
}

function rowsOf(client: Database.Database): Record<string, number> {
  const tables = client
    .prepare(
      `select name from pragma_table_list where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .pluck()
    .all() as string[]
  return Object.fromEntries(
    tables.map((table) => [table, client.prepare(`select count(*) from "${table}"`).pluck().get() as number]),
  )
}

/** Computes the SHA-256 of the file's first `bytes`, by default of all. @returns hexadecimal digits */
export function sha256Of(file: string, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  return hashOf(createReadStream(file, { end: bytes - 1 }))
}
