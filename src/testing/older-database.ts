import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'

export const MIGRATIONS = readMigrationFiles({
  migrationsFolder: join(import.meta.dirname, '../db/migrations'),
})

/** A database as the program left it that had only the first `count` migrations. */
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

/** Inserts a booking that has this text in all its columns of text, and 0 in the others. */
export function insertOldBooking(client: Database.Database, text: string): void {
  const columns = client.pragma('table_info(bookings)') as { type: string }[]
  client
    .prepare(`insert into bookings values (${columns.map(() => '?').join()})`)
    .run(columns.map(({ type }) => (type === 'TEXT' ? text : 0)))
}
