import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { DatabaseError } from './database-error.ts'
import { ownershipHint } from './folder-access.ts'
import { rememberDatabasePlace } from './place.ts'
import { StatementCache } from './statement-cache.ts'
import { upgradeSchema } from './upgrade.ts'

/** A database as the program uses it: through Drizzle or, where needed, through its connection `$client`. */
export type Db = BetterSQLite3Database & { $client: Database.Database }

/**
 * Milliseconds that the command line waits for the lock of another process. The server waits in another way
 * (lock.ts).
 */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Earlier versions can corrupt a WAL database that two connections write (sqlite.org/wal.html#walresetbug).
 */
const OLDEST_SQLITE = '3.51.3'

type UpgradeHooks = Readonly<{
  /** Called before anything in an older database is changed; may throw. */
  beforeUpgrade?: (db: Db) => void
  /** Called with the file of the backup after an upgrade. */
  upgraded?: (backup: string) => void
}>

/**
 * Opens a database and applies pending migrations in one transaction, after a backup.
 * @param file the path, or `:memory:`, or the bytes of a database that stays in memory
 * @throws DatabaseError when the file was written by a newer version, cannot be read or written, or SQLite is
 * too old
 */
export function openDatabase(file: string | Buffer, hooks: UpgradeHooks = {}): Db {
  let client: Database.Database | undefined
  try {
    client = new Database(file, { timeout: BUSY_TIMEOUT_MS })
    assertSqliteVersion(client)
    setPragmas(client)
    const db = drizzleOn(client)
    const backup = upgradeSchema(db, () => hooks.beforeUpgrade?.(db))
    rememberDatabasePlace(client)
    if (backup !== undefined) hooks.upgraded?.(backup)
    return db
  } catch (error) {
    client?.close()
    const cause = sqliteErrorIn(error)
    if (cause === undefined) throw error
    const name = typeof file === 'string' ? file : ':memory:'
    throw new DatabaseError(`The database ${name} cannot be opened: ${reasonWithRemedy(cause, name)}`, {
      cause,
    })
  }
}

/**
 * Opens the file for reading, without migrating it. The option `readonly` is not used, because such a
 * connection would leave WAL files that belong to the user who ran the command.
 * @throws Error of SQLite
 */
export function openToRead(file: string): Db {
  const client = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  client.pragma('query_only = ON')
  return drizzleOn(client)
}

/** Wraps a connection in Drizzle, with a cache of compiled statements. */
function drizzleOn(client: Database.Database): Db {
  // Drizzle's type demands a whole database, but it only calls the two methods of the cache.
  const db = drizzle(new StatementCache(client) as unknown as Database.Database)
  db.$client = client
  return db
}

/** Opens the database of a data folder while `use` runs, as `openDatabase` does. */
export async function withDatabaseOfFolder<T>(dataDir: string, use: (db: Db) => T | Promise<T>): Promise<T> {
  const db = openDatabase(join(dataDir, 'ordi.db'))
  try {
    return await use(db)
  } finally {
    db.$client.close()
  }
}

/**
 * On a full disk SQLite itself ends the transaction of the migrations. Drizzle's attempt to do so then fails,
 * and hides the cause.
 */
const ENDED_BY_SQLITE = /^cannot rollback\b/

/** Returns why a database file cannot be used, and what to do. */
export function reasonWithRemedy(cause: InstanceType<typeof Database.SqliteError>, file: string): string {
  const reason = ENDED_BY_SQLITE.test(cause.message) ? 'it cannot be written' : cause.message
  return `${reason}.${remedyOf(cause, file)}`
}

/** Returns a sentence with the remedy, after a space; '' if none is known. */
function remedyOf({ code, message }: InstanceType<typeof Database.SqliteError>, file: string): string {
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return ' It is damaged; restore a backup: ordi restore FILE --yes'
  if (/^SQLITE_(CANTOPEN|READONLY)/.test(code)) return ` ${ownershipHint(dirname(file))}`
  // On a full disk, SQLite cannot make the files beside the database that every start needs.
  if (/^SQLITE_(FULL|IOERR)/.test(code) || ENDED_BY_SQLITE.test(message))
    return ` Look whether the disk is full: df -h ${dirname(file)}`
  return ''
}

/**
 * Returns the error itself if it comes from SQLite, or the SQLite error that it wraps, as errors of Drizzle
 * do.
 */
export function sqliteErrorIn(error: unknown): InstanceType<typeof Database.SqliteError> | undefined {
  if (error instanceof Database.SqliteError) return error
  return error instanceof Error ? sqliteErrorIn(error.cause) : undefined
}

/**
 * Returns a function that returns the prepared statements of a database. They are prepared once for each
 * database, at the first use.
 */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const statements = new WeakMap<Db, T>()
  return (db) => statements.getOrInsertComputed(db, prepare)
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
  // Protects against manipulated and damaged files (sqlite.org/security.html).
  client.pragma('trusted_schema = OFF')
  client.pragma('cell_size_check = ON')
}

function assertSqliteVersion(client: Database.Database): void {
  const version = client.prepare('select sqlite_version()').pluck().get() as string
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) < 0) {
    throw new DatabaseError(`SQLite ${version} is too old; ${OLDEST_SQLITE} or newer is needed`)
  }
}
