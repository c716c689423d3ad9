import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type SQL, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../ctx.ts'
import { once } from '../shared/once.ts'
import { DatabaseError } from './database-error.ts'
import { ownershipHint } from './files.ts'
import { rememberPlace } from './place.ts'
import { StatementCache } from './statement-cache.ts'

export type Db = BetterSQLite3Database & { $client: Database.Database }

/** The command line waits so long for the lock of another process; the server does not (lock.ts). */
const BUSY_TIMEOUT_MS = 5_000

const MIGRATIONS = { migrationsFolder: join(import.meta.dirname, '../db/migrations') }

/**
 * Earlier versions can corrupt a WAL database that two connections write (sqlite.org/wal.html#walresetbug).
 */
const OLDEST_SQLITE = '3.51.3'

/**
 * Opens a database and applies pending migrations in one transaction, after a backup.
 * @param file the path, or `:memory:`, or the bytes of a database that stays in memory
 * @param upgraded is called with the file of that backup
 * @throws DatabaseError when the file was written by a newer version, cannot be read or written, or SQLite is
 * too old
 */
export function openDatabase(file: string | Buffer, upgraded: (copy: string) => void = () => {}): Db {
  let client: Database.Database | undefined
  try {
    client = new Database(file, { timeout: BUSY_TIMEOUT_MS })
    assertSqliteVersion(client)
    setPragmas(client)
    const db = drizzleOn(client)
    const age = schemaAge({ $client: client })
    if (age === 'newer')
      throw new DatabaseError(
        'This database was written by a newer version of Ordi. Start that version, or restore the backup from before the upgrade.',
      )
    let copy: string | undefined
    if (age === 'older') {
      copy = backupBeforeUpgrade(client)
      migrate(db, MIGRATIONS)
    }
    rememberPlace(client)
    if (copy !== undefined) upgraded(copy)
    return db
  } catch (error) {
    client?.close()
    const cause = sqliteErrorIn(error)
    if (cause === undefined) throw error
    const name = typeof file === 'string' ? file : ':memory:'
    throw new DatabaseError(
      `The database ${name} cannot be opened: ${cause.message}.${wayOut(cause, name)}`,
      {
        cause,
      },
    )
  }
}

/**
 * Opens the file for reading, without migrating it. The option `readonly` is not used, because such a
 * connection leaves the WAL's files behind, owned by the user who ran the command.
 * @throws Error of SQLite
 */
export function openToRead(file: string): Db {
  const client = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  client.pragma('query_only = ON')
  return drizzleOn(client)
}

function drizzleOn(client: Database.Database): Db {
  // Drizzle takes a whole database by its type, and calls the two methods of the cache.
  const db = drizzle(new StatementCache(client) as unknown as Database.Database)
  db.$client = client
  return db
}

/** Opens the database of a data folder for a moment, as `openDatabase` does. */
export async function withDatabaseIn<T>(dataDir: string, use: (db: Db) => T | Promise<T>): Promise<T> {
  const db = openDatabase(join(dataDir, 'ordi.db'))
  try {
    return await use(db)
  } finally {
    db.$client.close()
  }
}

/** How the database's schema compares to the one of this program. */
export function schemaAge({ $client }: Pick<Db, '$client'>): 'older' | 'same' | 'newer' {
  const [stored, known] = [lastMigration($client), newestMigration()]
  return stored === known ? 'same' : stored < known ? 'older' : 'newer'
}

/** Returns when the newest migration was made. Drizzle stores that of each migration that it applies. */
const newestMigration = once((): number => {
  const journal = join(MIGRATIONS.migrationsFolder, 'meta/_journal.json')
  const { entries }: { entries: { when: number }[] } = JSON.parse(readFileSync(journal, 'utf8'))
  return entries.at(-1)?.when ?? 0
})

function wayOut({ code }: InstanceType<typeof Database.SqliteError>, file: string): string {
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return ' It is damaged; restore a backup: ordi restore FILE --yes'
  if (/^SQLITE_(CANTOPEN|READONLY)/.test(code)) return ` ${ownershipHint(dirname(file))}`
  // On a full disk, SQLite cannot make the files beside the database that every start needs.
  if (/^SQLITE_(FULL|IOERR)/.test(code)) return ` Look whether the disk is full: df -h ${dirname(file)}`
  return ''
}

/** The SQLite error that Drizzle's error wraps. */
export function sqliteErrorIn(error: unknown): InstanceType<typeof Database.SqliteError> | undefined {
  if (error instanceof Database.SqliteError) return error
  return error instanceof Error ? sqliteErrorIn(error.cause) : undefined
}

/** Prepares a statement once for each database. */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const statements = new WeakMap<Db, T>()
  return (db) => {
    let statement = statements.get(db)
    if (statement === undefined) {
      statement = prepare(db)
      statements.set(db, statement)
    }
    return statement
  }
}

function setPragmas(client: Database.Database): void {
  // Readers do not wait for a writer.
  client.pragma('journal_mode = WAL')
  // better-sqlite3's default (NORMAL) can lose the last commits on power loss.
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  // The command line writes while the server runs.
  client.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  // Overwrites deleted content, which is health data.
  client.pragma('secure_delete = ON')
  // Against manipulated and damaged files (sqlite.org/security.html).
  client.pragma('trusted_schema = OFF')
  client.pragma('cell_size_check = ON')
}

function assertSqliteVersion(client: Database.Database): void {
  const version = client.prepare('select sqlite_version()').pluck().get() as string
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) < 0) {
    throw new DatabaseError(`SQLite ${version} is too old; ${OLDEST_SQLITE} or newer is needed`)
  }
}

/** Copies the database before migrations change it, so that the older version can be restored. */
function backupBeforeUpgrade(client: Database.Database): string | undefined {
  const applied = lastMigration(client)
  if (applied === 0 || client.memory) return undefined
  const folder = join(dirname(client.name), 'backups')
  const copy = join(folder, `before-upgrade-${applied}.db`)
  mkdirSync(folder, { recursive: true })
  rmSync(copy, { force: true })
  client.prepare('vacuum into ?').run(copy)
  return copy
}

function lastMigration(client: Database.Database): number {
  const table = client.prepare(`select 1 from sqlite_master where name = '__drizzle_migrations'`).get()
  if (table === undefined) return 0
  return (
    (client.prepare('select max(created_at) from __drizzle_migrations').pluck().get() as number | null) ?? 0
  )
}

/** Deleting this number of rows takes a few milliseconds. */
const ROWS_AT_ONCE = 500

/**
 * Deletes some rows that match: one step of a clean-up, because a statement over all of them would keep every
 * request waiting.
 * @returns whether there may be more
 */
export function deleteSome({ db }: Pick<Ctx, 'db'>, table: SQLiteTable, which: SQL | undefined): boolean {
  const some = db.select({ rowid: sql`rowid` }).from(table).where(which).limit(ROWS_AT_ONCE)
  return db.delete(table).where(sql`rowid in ${some}`).run().changes === ROWS_AT_ONCE
}
