import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { onTestFinished } from 'vitest'
import { type Db, openDatabase } from '../db/open.ts'
import { tempDir } from './temp-dir.ts'

/** All migrations of the program, in order. */
export const MIGRATIONS = readMigrationFiles({
  migrationsFolder: join(import.meta.dirname, '../db/migrations'),
})

let migrated: Buffer | undefined

/**
 * Returns the bytes of an empty database with all migrations. Opening them is ten times as fast as applying
 * the migrations.
 */
export function migratedDatabase(): Buffer {
  if (migrated === undefined) {
    const { $client } = openDatabase(':memory:')
    migrated = $client.serialize()
    $client.close()
  }
  return migrated
}

/** Opens an empty database in memory, or in a new file if a path is given. */
export function openEmptyDatabase(file?: string): Db {
  if (file === undefined) return openDatabase(migratedDatabase())
  writeFileSync(file, migratedDatabase(), { flag: 'wx' })
  return openDatabase(file)
}

/**
 * Makes the database of an older program that had only the first `count` migrations. Migrations are numbered
 * from 0, so the file of the first missing one begins with `count`.
 */
export function openOlderDatabase(file: string, count: number): Database.Database {
  const client = new Database(file)
  client.exec(
    'create table __drizzle_migrations (id integer primary key, hash text not null, created_at numeric)',
  )
  for (const { sql, hash, folderMillis } of MIGRATIONS.slice(0, count)) {
    for (const statement of sql) client.exec(statement)
    client
      .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
      .run(hash, folderMillis)
  }
  return client
}

/**
 * Makes a database with only the first `migrations`, fills it with `fill`, and opens it as the current
 * program does, with all later migrations.
 */
export function openUpgradedDatabase(
  { migrations }: Readonly<{ migrations: number }>,
  fill: (old: Database.Database) => void,
): Database.Database {
  const file = join(tempDir(), 'ordi.db')
  const old = openOlderDatabase(file, migrations)
  fill(old)
  old.close()
  const { $client } = openDatabase(file)
  onTestFinished(() => void $client.close())
  return $client
}

/** Inserts a booking into an older database, with this text in every text column and 0 in all others. */
export function insertOldBooking(client: Database.Database, text: string): void {
  const columns = client.pragma('table_info(bookings)') as { type: string }[]
  client
    .prepare(`insert into bookings values (${columns.map(() => '?').join()})`)
    .run(columns.map(({ type }) => (type === 'TEXT' ? text : 0)))
}
