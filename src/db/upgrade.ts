import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { once } from '../shared/once.ts'
import { DatabaseError } from './database-error.ts'
import { haveSameContent, syncToDisk } from './files.ts'

/** This module upgrades the schema of a database to the version of this program. */

const MIGRATIONS = { migrationsFolder: join(import.meta.dirname, '../db/migrations') }

/**
 * Applies pending migrations in one transaction, after a backup.
 * @param beforeChange called before anything in an older database is changed; may throw to prevent it
 * @returns the file of that backup
 * @throws DatabaseError when the database was written by a newer version
 */
export function upgradeSchema(
  db: BetterSQLite3Database & { $client: Database.Database },
  beforeChange: () => void,
): string | undefined {
  const comparison = compareSchemaVersion(db)
  if (comparison === 'newer')
    throw new DatabaseError(
      'This database was written by a newer version of Ordi. Start that version, or restore the backup from before the upgrade.',
    )
  if (comparison === 'same') return undefined
  const isNewDatabase = lastAppliedMigration(db.$client) === 0
  if (!isNewDatabase) beforeChange()
  const copy = backUpBeforeUpgrade(db.$client)
  migrate(db, MIGRATIONS)
  return copy
}

/** Returns the time of this program's newest migration. Migrations are identified by their times. */
const newestMigration = once((): number => {
  const journal = join(MIGRATIONS.migrationsFolder, 'meta/_journal.json')
  const { entries }: { entries: { when: number }[] } = JSON.parse(readFileSync(journal, 'utf8'))
  return entries.at(-1)?.when ?? 0
})

/** Returns whether the schema of the database is older than that of this program, newer, or the same. */
export function compareSchemaVersion({
  $client,
}: {
  $client: Database.Database
}): 'older' | 'same' | 'newer' {
  const applied = lastAppliedMigration($client)
  const newest = newestMigration()
  if (applied === newest) return 'same'
  return applied < newest ? 'older' : 'newer'
}

/**
 * Copies the database before migrations change it, so that the older version can be restored. The copy
 * appears under its name only when it is complete. It never replaces a copy of other data, which exists if an
 * earlier upgrade was reverted. A repeated upgrade makes no second copy.
 * @returns the file; undefined for a new database, and for one in memory
 */
function backUpBeforeUpgrade(client: Database.Database): string | undefined {
  const applied = lastAppliedMigration(client)
  if (applied === 0 || client.memory) return undefined
  const folder = join(dirname(client.name), 'backups')
  const name = join(folder, `before-upgrade-${applied}`)
  const unfinished = `${name}.unfinished`
  mkdirSync(folder, { recursive: true })
  try {
    for (const path of [unfinished, `${unfinished}-journal`]) rmSync(path, { force: true })
    client.prepare('vacuum into ?').run(unfinished)
    syncToDisk(unfinished)
    const copy = pathForCopy({ name, unfinished })
    if (!existsSync(copy)) {
      renameSync(unfinished, copy)
      syncToDisk(folder)
    }
    return copy
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * Returns the first path with this name, or with this name and a number, that is free or has a copy with the
 * same content.
 */
function pathForCopy({ name, unfinished }: Readonly<{ name: string; unfinished: string }>): string {
  let path = `${name}.db`
  for (let nth = 2; existsSync(path) && !haveSameContent(path, unfinished); nth++) path = `${name}-${nth}.db`
  return path
}

/** Returns the time of the newest migration that was applied to the database; 0 for a new one. */
function lastAppliedMigration(client: Database.Database): number {
  const table = client.prepare(`select 1 from sqlite_master where name = '__drizzle_migrations'`).get()
  if (table === undefined) return 0
  const newest = client.prepare('select max(created_at) from __drizzle_migrations').pluck().get()
  // The table is empty if the first upgrade failed.
  return newest === null ? 0 : (newest as number)
}
