import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { readBackupEnd } from './backup-end.ts'
import { DatabaseError } from './database-error.ts'
import { readPart } from './files.ts'
import { sha256OfFile } from './sha256.ts'

/** A file that was checked completely. `sha256` has hexadecimal digits. */
export type CheckedDatabase = Readonly<{
  bytes: number
  sha256: string
  /** The number of rows of each table. */
  rows: Readonly<Record<string, number>>
}>

/** The first bytes of every database. Source of this and the offsets: sqlite.org/fileformat.html, 1.3. */
const MAGIC = 'SQLite format 3\0'
/** Length of the header of a database in bytes. */
const HEADER_LENGTH = 100
/** Where the header has these numbers, in bytes from the beginning of the file. */
const OFFSETS = { pageSize: 16, changes: 24, pages: 28, changesAtPages: 92 } as const

/**
 * Checks the checksum, SQLite's integrity and the foreign keys, and counts the rows.
 * @throws DatabaseError with the first problem
 */
export async function checkDatabaseFile(file: string): Promise<CheckedDatabase> {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new DatabaseError(`There is no such file: ${file}`)
  if (readPart(file, 0, MAGIC.length) !== MAGIC)
    throw new DatabaseError('This file is no backup of Ordi, or its beginning is damaged.')
  const bytes = stat.size
  const { checksum, rows } = readBackupEnd(file)
  if (checksum === undefined && bytes !== databaseLength(file, bytes))
    throw new DatabaseError('This file is damaged: its end is missing.')
  if (checksum !== undefined && checksum.sha256 !== (await sha256OfFile(file, checksum.bytes)))
    throw new DatabaseError('This file is damaged: it is not as it was written.')
  const countedRows = checkContent(file)
  if (rows !== undefined && rows !== JSON.stringify(countedRows))
    throw new DatabaseError(
      'This file is damaged: it does not have the rows that were counted when it was made.',
    )
  return { bytes, rows: countedRows, sha256: await sha256OfFile(file) }
}

/**
 * Returns the length in bytes according to the header of a database or, if the header has no valid length,
 * the length of all complete pages. Otherwise the rest of a truncated backup's end would go unnoticed.
 */
function databaseLength(file: string, bytes: number): number {
  const header = Buffer.from(readPart(file, 0, HEADER_LENGTH), 'latin1')
  // The value 1 means 65,536, which does not fit into two bytes.
  const storedPageSize = header.readUInt16BE(OFFSETS.pageSize)
  const pageSize = storedPageSize === 1 ? 65_536 : storedPageSize
  const pages = header.readUInt32BE(OFFSETS.pages)
  // The number of pages is valid only if both counters agree. An old SQLite, which does not write that
  // number, increments only the first.
  const changes = header.readUInt32BE(OFFSETS.changes)
  const changesAtPages = header.readUInt32BE(OFFSETS.changesAtPages)
  const isValid = pages > 0 && changes === changesAtPages
  return isValid ? pages * pageSize : bytes - (bytes % Math.max(pageSize, 1))
}

/** Tables that only a database of Ordi has together. Without the last one, no start could read the secret. */
const OWN_TABLES = ['__drizzle_migrations', 'bookings', 'settings']

/** Runs SQLite's own checks, and counts the rows of each table. */
function checkContent(file: string): Record<string, number> {
  try {
    return withDatabaseFile(file, { readonly: true, fileMustExist: true }, (client) => {
      const integrity = client.pragma('integrity_check', { simple: true })
      if (integrity !== 'ok') throw new DatabaseError(`This file is damaged: ${integrity}`)
      if ((client.pragma('foreign_key_check') as unknown[]).length > 0)
        throw new DatabaseError('This file is damaged: references lead nowhere.')
      const rows = countRows(client)
      if (!OWN_TABLES.every((table) => table in rows))
        throw new DatabaseError('This file is no backup of Ordi.')
      return rows
    })
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`This file cannot be read as a database: ${(error as Error).message}`)
  }
}

/**
 * Reads every page of a database, but does not check the lines at a backup's end.
 * @returns `ok`, or what is damaged
 */
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

/** Opens a database file while `use` runs. An open connection, if given instead of a file, stays open. */
export function withDatabaseFile<T>(
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

/** Counts the rows of each table. */
export function countRows(client: Database.Database): Record<string, number> {
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
