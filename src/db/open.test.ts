import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { openDatabase } from './open.ts'

/** The settings of SQLite that every opened database must have, as SQLite returns them. */
const PRAGMAS = {
  // Readers do not wait for a writer.
  journal_mode: 'wal',
  // FULL: no commit is lost in a power failure.
  synchronous: 2,
  // SQLite does not enforce references by default.
  foreign_keys: 1,
  // Milliseconds that the command line waits while the server writes.
  busy_timeout: 5_000,
  // Deleted health data is overwritten.
  secure_delete: 1,
  // A manipulated or damaged file is not trusted.
  trusted_schema: 0,
  cell_size_check: 1,
}

describe('the database', () => {
  it('opens with the SQLite settings that the portal relies on', () => {
    const { $client } = openDatabase(join(tempDir(), 'ordi.db'))
    const settings = Object.keys(PRAGMAS).map((name) => [name, $client.pragma(name, { simple: true })])
    expect(Object.fromEntries(settings)).toEqual(PRAGMAS)
    $client.close()
  })

  it('has only STRICT tables', () => {
    const { $client } = openDatabase(':memory:')
    // Drizzle and SQLite make tables of their own, which the schema cannot make strict.
    const loose = $client
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0
         and name not like '%drizzle%' and name not like 'sqlite_%'`,
      )
      .pluck()
      .all()
    expect(loose).toEqual([])
  })

  it('opens a second time without migrating again', () => {
    const file = join(tempDir(), 'ordi.db')
    /** Opens the database, and lists the migrations that were ever applied to it. */
    const openAndListApplied = () => {
      const { $client } = openDatabase(file)
      const applied = $client.prepare('select hash, created_at from __drizzle_migrations').all()
      $client.close()
      return applied
    }
    const migrations = openAndListApplied()
    expect(openAndListApplied()).toEqual(migrations)
  })

  it('is refused when a newer version wrote it, and is not changed', () => {
    const file = join(tempDir(), 'ordi.db')
    const db = openDatabase(file)
    // A migration of the year 5138 is newer than any other.
    db.$client.exec(
      `insert into __drizzle_migrations (hash, created_at) values ('from the future', 99999999999999)`,
    )
    db.$client.close()
    const unchanged = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(/newer version of Ordi/)
    expect(readFileSync(file).equals(unchanged)).toBe(true)
  })
})
