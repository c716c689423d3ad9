import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { DatabaseError } from './open.ts'

/** What a checked backup is. */
export type Checked = Readonly<{ bytes: number; sha256: string; rows: Readonly<Record<string, number>> }>

/**
 * The last line of a backup. SQLite reads whole pages and does not see it. It tells us of every bit that has turned;
 * SQLite's own check reads the structure and would not notice another letter in a name.
 */
const CHECKSUM = /^\nsha256 ([0-9a-f]{64})\n$/
const CHECKSUM_LENGTH = 73
/** Every database is a multiple of this: SQLite has no smaller page. */
const SMALLEST_PAGE = 512

/**
 * Takes a copy of a database, running or not, as one file, and counts it only once it is checked. The file
 * appears under its name whole or not at all, and is never written over another.
 * @throws DatabaseError
 */
export async function backupDatabase(source: string, target: string): Promise<Checked> {
  if (!existsSync(source)) throw new DatabaseError(`There is no database to back up: ${source}`)
  if (existsSync(target))
    throw new DatabaseError(`This file exists already and is not written over: ${target}`)
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    copyDatabase(source, unfinished)
    appendFileSync(unfinished, `\nsha256 ${await sha256Of(unfinished)}\n`)
    const checked = await checkDatabase(unfinished)
    sync(unfinished)
    renameSync(unfinished, target)
    sync(dirname(target))
    return checked
  } catch (fault) {
    if (fault instanceof DatabaseError) throw fault
    throw new DatabaseError(`No backup was made: ${(fault as Error).message}`, { cause: fault })
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Puts the database of a backup into a file of its own, on the disk and without the checksum. */
export function unpackBackup(backup: string, target: string): void {
  copyFileSync(backup, target)
  if (readChecksum(target) !== undefined) truncateSync(target, statSync(target).size - CHECKSUM_LENGTH)
  sync(target)
}

/**
 * Reads the whole file: is it as it was written, is it sound, do its references hold, how many rows has each table?
 * @throws DatabaseError with the first thing that is wrong
 */
export async function checkDatabase(file: string): Promise<Checked> {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new DatabaseError(`There is no such file: ${file}`)
  const bytes = stat.size
  const checksum = readChecksum(file)
  if (checksum === undefined && bytes % SMALLEST_PAGE !== 0)
    throw new DatabaseError('This file is damaged: its end is missing.')
  if (checksum !== undefined && checksum !== (await sha256Of(file, bytes - CHECKSUM_LENGTH)))
    throw new DatabaseError('This file is damaged: it is not as it was written.')
  return { bytes, rows: countRows(file), sha256: await sha256Of(file) }
}

/** In one read transaction: writers go on, and none of them makes it start again. */
function copyDatabase(source: string, target: string): void {
  const client = new Database(source, { timeout: 30_000, fileMustExist: true })
  try {
    client.prepare('vacuum into ?').run(target)
  } finally {
    client.close()
  }
}

/** Undefined for a database that is no backup of ours, such as a copy made by hand. */
function readChecksum(file: string): string | undefined {
  const line = Buffer.alloc(CHECKSUM_LENGTH)
  const handle = openSync(file, 'r')
  readSync(handle, line, 0, CHECKSUM_LENGTH, Math.max(0, statSync(file).size - CHECKSUM_LENGTH))
  closeSync(handle)
  return CHECKSUM.exec(line.toString('latin1'))?.[1]
}

function countRows(file: string): Record<string, number> {
  let client: Database.Database | undefined
  try {
    client = new Database(file, { readonly: true, fileMustExist: true })
    const integrity = client.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') throw new DatabaseError(`This file is damaged: ${integrity}`)
    if ((client.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new DatabaseError('This file is damaged: references lead nowhere.')
    const db = client
    const tables = db
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
      )
      .pluck()
      .all() as string[]
    if (!tables.includes('bookings')) throw new DatabaseError('This file is no backup of Ordi.')
    return Object.fromEntries(
      tables.map((table) => [table, db.prepare(`select count(*) from "${table}"`).pluck().get() as number]),
    )
  } catch (fault) {
    if (fault instanceof DatabaseError) throw fault
    throw new DatabaseError(`This file cannot be read as a database: ${(fault as Error).message}`)
  } finally {
    client?.close()
  }
}

async function sha256Of(file: string, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk)
  return hash.digest('hex')
}

/** On the disk, not only in its cache. */
function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
