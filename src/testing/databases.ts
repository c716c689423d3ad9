import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Db, openDatabase } from '../db/open.ts'

export const MIGRATIONS = readMigrationFiles({
  migrationsFolder: join(import.meta.dirname, '../db/migrations'),
})

let migrated: Buffer | undefined

/**
 * Returns the bytes of an empty database with all migrations. Opening them takes a tenth of the time that it
 * takes to apply the migrations anew.
 */
export function migratedDatabase(): Buffer {
  if (migrated === undefined) {
    const { $client } = openDatabase(':memory:')
    migrated = $client.serialize()
    $client.close()
  }
  return migrated
}

/** Opens an empty database in memory, or in the file if one is given, which must not exist. */
export function openEmptyDatabase(file?: string): Db {
  if (file === undefined) return openDatabase(migratedDatabase())
  writeFileSync(file, migratedDatabase(), { flag: 'wx' })
  return openDatabase(file)
}

/**
 * Makes a database as an older program left it, which had only the first `count` migrations. They are counted
 * from 0, so the file of the first one that is missing begins with `count`.
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

/** Inserts a booking into an older database, with this text in all columns of text and 0 in the others. */
export function insertOldBooking(client: Database.Database, text: string): void {
  const columns = client.pragma('table_info(bookings)') as { type: string }[]
  client
    .prepare(`insert into bookings values (${columns.map(() => '?').join()})`)
    .run(columns.map(({ type }) => (type === 'TEXT' ? text : 0)))
}
