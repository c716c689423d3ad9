import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { backupDatabase } from '../db/backup-file.ts'
import { DatabaseError } from '../db/database-error.ts'
import { openEmptyDatabase } from './databases.ts'
import { tempDir } from './temp-dir.ts'

/** The number of services in a filled database. */
export const FILLED_SERVICES = 40

/** Opens a database with `FILLED_SERVICES` services. `target` is the path for its backup. */
export function openFilledDatabase(): {
  dir: string
  source: string
  target: string
  $client: Database.Database
} {
  const dir = tempDir()
  const source = join(dir, 'ordi.db')
  const { $client } = openEmptyDatabase(source)
  for (let i = 0; i < FILLED_SERVICES; i++)
    $client
      .prepare('insert into services (id, name, description) values (?, ?, ?)')
      .run(`s${i}`, `Leistung ${i}`, 'Text '.repeat(i))
  return { dir, source, target: join(dir, 'backup.db'), $client }
}

/** Returns the message of the DatabaseError; an empty text if the work succeeds. */
export async function databaseErrorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return ''
  } catch (error) {
    if (error instanceof DatabaseError) return error.message
    throw error
  }
}

/** Makes a backup. `whole` contains its bytes. */
export async function makeBackup() {
  const database = openFilledDatabase()
  await backupDatabase(database.source, database.target)
  return { ...database, whole: readFileSync(database.target) }
}
