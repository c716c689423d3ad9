import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Db } from '../db/open.ts'

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

/** One compressed database for each released version, written by `npm run release:database`. */
const FOLDER = join(import.meta.dirname, 'releases')
const SUFFIX = '.db.gz'

/** What the databases were encrypted with. */
export const RELEASE_SECRET = 'the secret of the released databases'

/** The admin of each of them. */
export const RELEASE_ADMIN = { email: 'gerda@ordination.example', password: 'ein langer Satz im Jänner' }

/** The social security number of the booking that has one. */
export const RELEASE_SVNR = '1237010180'

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
 * Stores a database as the one of a version.
 * @returns the size in bytes
 * @throws Error when there is one already
 */
export function packRelease(version: string, file: string): number {
  const packed = gzipSync(readFileSync(file), { level: 9 })
  writeFileSync(join(FOLDER, version + SUFFIX), packed, { flag: 'wx' })
  return packed.length
}

/** The tables that grow for as long as the practice exists. */
const GROWING = 'bookings|booking_search|messages|events|occupations|audit|erp_events'

/** Reads a whole table, or most of it: a partial index has only what is open or has failed, and most bookings are confirmed. */
export const IN_FULL = new RegExp(
  [
    `^SCAN (?:${GROWING})$`,
    '^SCAN .* USING (?:COVERING )?INDEX \\w+_by_(?:start|time|person)',
    '^SEARCH bookings USING INDEX \\w+ \\(status=\\?\\)$',
  ].join('|'),
)

/** Records what is asked from now on. @returns a function that says what SQLite does for it, step by step */
export function recordSteps({ $client }: Db): () => string[] {
  const prepare = $client.prepare.bind($client)
  const statements: string[] = []
  Object.assign($client, { prepare: (text: string) => statements.push(text) && prepare(text) })
  return () =>
    statements
      .filter((text) => /^\s*(select|with|update|delete)/i.test(text))
      // Open requests are few.
      .filter((text) => !text.includes(`"status" = 'requested'`))
      .flatMap((text) => {
        const plan = prepare(`explain query plan ${text}`)
        const nulls = Array(text.split('?').length - 1).fill(null)
        return (plan.all(...nulls) as { detail: string }[]).map(({ detail }) => detail)
      })
}
