import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as schema from './schema.ts'

export type Db = BetterSQLite3Database<typeof schema> & { $client: Database.Database }

/** The data directory holds a database that this program must not or cannot open. */
export class DatabaseError extends Error {}

const MIGRATIONS = { migrationsFolder: join(import.meta.dirname, '../db/migrations') }

/** Since this version concurrent checkpoints can no longer lose a WAL (sqlite.org/wal.html, "WAL-reset"). */
const OLDEST_SQLITE = '3.51.3'

/**
 * Opens the database file (or `:memory:`) and brings its tables up to date in one transaction.
 * @throws DatabaseError when the file was written by a newer Ordi, cannot be read or written, or SQLite is too old.
 */
export function openDatabase(file: string): Db {
  let client: Database.Database | undefined
  try {
    client = new Database(file, { timeout: 5_000 })
    assertSqliteVersion(client)
    setPragmas(client)
    const db = drizzle(client, { schema })
    assertNotNewer(client)
    backupBeforeUpgrade(client, file)
    migrate(db, MIGRATIONS)
    return db
  } catch (fault) {
    client?.close()
    const cause = sqliteErrorIn(fault)
    if (cause === undefined) throw fault
    throw new DatabaseError(`The database ${file} cannot be opened: ${cause.message}.`, { cause })
  }
}

/** The database's own refusal, which Drizzle wraps into an error of its own. */
export function sqliteErrorIn(fault: unknown): InstanceType<typeof Database.SqliteError> | undefined {
  if (fault instanceof Database.SqliteError) return fault
  return fault instanceof Error ? sqliteErrorIn(fault.cause) : undefined
}

/** A prepared statement, made once for each database that it is used on. */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>()
  return (db) => {
    let statement = made.get(db)
    if (statement === undefined) {
      statement = prepare(db)
      made.set(db, statement)
    }
    return statement
  }
}

function setPragmas(client: Database.Database): void {
  // Readers go on while one writes.
  client.pragma('journal_mode = WAL')
  // The driver's default may drop the last commits on power loss; a booking that was promised must stand.
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  // The command line works beside the server: wait for its writes instead of failing.
  client.pragma('busy_timeout = 5000')
  // What is deleted (health data) is overwritten, not only unlinked.
  client.pragma('secure_delete = ON')
  // A tampered file must not run functions through its schema, and a damaged page is noticed when read.
  client.pragma('trusted_schema = OFF')
  client.pragma('cell_size_check = ON')
}

function assertSqliteVersion(client: Database.Database): void {
  const version = client.prepare('select sqlite_version()').pluck().get() as string
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) < 0) {
    throw new DatabaseError(`SQLite ${version} is too old; ${OLDEST_SQLITE} or newer is needed`)
  }
}

function assertNotNewer(client: Database.Database): void {
  const known = readMigrationFiles(MIGRATIONS).at(-1)?.folderMillis ?? 0
  if (lastMigration(client) > known) {
    throw new DatabaseError(
      'This database was written by a newer version of Ordi. Start that version, or restore the backup from before the upgrade.',
    )
  }
}

/** Keeps the database as the older program left it: the way back when an upgrade disappoints. */
function backupBeforeUpgrade(client: Database.Database, file: string): void {
  const applied = lastMigration(client)
  const pending = readMigrationFiles(MIGRATIONS).some((migration) => migration.folderMillis > applied)
  if (applied === 0 || !pending) return
  const folder = join(dirname(file), 'backups')
  const copy = join(folder, `before-upgrade-${applied}.db`)
  mkdirSync(folder, { recursive: true })
  rmSync(copy, { force: true })
  client.prepare('vacuum into ?').run(copy)
}

function lastMigration(client: Database.Database): number {
  const table = client.prepare(`select 1 from sqlite_master where name = '__drizzle_migrations'`).get()
  if (table === undefined) return 0
  return (
    (client.prepare('select max(created_at) from __drizzle_migrations').pluck().get() as number | null) ?? 0
  )
}

/** One write and its undoing: proves that the file can be written at this moment. */
export function canWrite(db: Db): boolean {
  try {
    db.run(sql`begin immediate`)
    db.run(sql`rollback`)
    return true
  } catch {
    return false
  }
}
