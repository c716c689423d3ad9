import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { DatabaseFault } from './open.ts'

/** What a checked backup is. */
export type Checked = Readonly<{ bytes: number; sha256: string; rows: Readonly<Record<string, number>> }>

/**
 * Takes a copy of a database, running or not, as one file, and counts it only once it is checked. The file
 * appears under its name whole or not at all, and is never written over another.
 * @throws DatabaseFault
 */
export async function backupDatabase(source: string, target: string): Promise<Checked> {
  if (!existsSync(source)) throw new DatabaseFault(`There is no database to back up: ${source}`)
  if (existsSync(target))
    throw new DatabaseFault(`This file exists already and is not written over: ${target}`)
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  const client = new Database(source, { timeout: 30_000, fileMustExist: true })
  try {
    await client.backup(unfinished)
    const checked = await checkDatabase(unfinished)
    sync(unfinished)
    renameSync(unfinished, target)
    sync(dirname(target))
    return checked
  } finally {
    client.close()
    rmSync(unfinished, { force: true })
  }
}

/**
 * Reads the whole file: is it sound, do its references hold, how many rows has each table?
 * @throws DatabaseFault with the first thing that is wrong
 */
export async function checkDatabase(file: string): Promise<Checked> {
  if (!existsSync(file)) throw new DatabaseFault(`There is no such file: ${file}`)
  const rows = countRows(file)
  return { bytes: statSync(file).size, sha256: await fingerprintOf(file), rows }
}

function countRows(file: string): Record<string, number> {
  let client: Database.Database | undefined
  try {
    client = new Database(file, { readonly: true, fileMustExist: true })
    const integrity = client.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') throw new DatabaseFault(`This file is damaged: ${integrity}`)
    if ((client.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new DatabaseFault('This file is damaged: references lead nowhere.')
    const db = client
    const tables = db
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
      )
      .pluck()
      .all() as string[]
    if (!tables.includes('bookings')) throw new DatabaseFault('This file is no backup of Ordi.')
    return Object.fromEntries(
      tables.map((table) => [table, db.prepare(`select count(*) from "${table}"`).pluck().get() as number]),
    )
  } catch (fault) {
    if (fault instanceof DatabaseFault) throw fault
    throw new DatabaseFault(`This file cannot be read as a database: ${(fault as Error).message}`)
  } finally {
    client?.close()
  }
}

async function fingerprintOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** On the disk, not only in its cache. */
function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
