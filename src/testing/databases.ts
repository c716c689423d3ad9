import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
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

/** Makes a database as an older program left it, which had only the first `count` migrations. */
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

/** `npm run release:database` writes one compressed database for each released version into this folder. */
const FOLDER = join(import.meta.dirname, 'releases')
const SUFFIX = '.db.gz'

/** The APP_SECRET of the released databases. */
export const RELEASE_SECRET = 'the secret of the released databases'

/** The admin of each released database. */
export const RELEASE_ADMIN = { email: 'gerda@ordination.example', password: 'ein langer Satz im Jänner' }

/** The social security number of the one booking in each released database that has one. */
export const RELEASE_SVNR = '1237010180'

/** Lists the versions of which a database is stored. */
export function listReleases(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
}

/** Writes the database of a released version to `file`. */
export function unpackRelease(version: string, file: string): void {
  writeFileSync(file, gunzipSync(readFileSync(join(FOLDER, version + SUFFIX))))
}

/**
 * Stores a database as that of a version, and returns its compressed size in bytes. Throws if there is one.
 */
export function packRelease(version: string, file: string): number {
  const packed = gzipSync(readFileSync(file), { level: 9 })
  writeFileSync(join(FOLDER, version + SUFFIX), packed, { flag: 'wx' })
  return packed.length
}

/** These tables grow for as long as the practice exists. */
const GROWING = 'bookings|booking_search|messages|events|occupations|audit|erp_events'

/**
 * Matches the steps with which SQLite reads a growing table in full, or most of it: most bookings are
 * confirmed. A partial index is no such step, because it has only what is open or has failed.
 */
export const FULL_READ = new RegExp(
  [
    `^SCAN (?:${GROWING})$`,
    '^SCAN .* USING (?:COVERING )?INDEX \\w+_by_(?:start|time|person)',
    '^SEARCH bookings USING INDEX \\w+ \\(status=\\?\\)$',
  ].join('|'),
)

/** Records the statements from now on. The returned function lists the steps of SQLite's plan for them. */
export function recordPlanSteps({ $client }: Db): () => string[] {
  const prepare = $client.prepare.bind($client)
  const statements: string[] = []
  Object.assign($client, { prepare: (text: string) => statements.push(text) && prepare(text) })
  return () =>
    statements
      .filter((text) => /^\s*(select|with|update|delete)/i.test(text))
      // A full read of the open requests is fine, because they are few.
      .filter((text) => !text.includes(`"status" = 'requested'`))
      .flatMap((text) => {
        const plan = prepare(`explain query plan ${text}`)
        const nulls = Array(text.split('?').length - 1).fill(null)
        return (plan.all(...nulls) as { detail: string }[]).map(({ detail }) => detail)
      })
}
