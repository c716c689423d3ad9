import { copyFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { checkDatabaseFile } from './database-check.ts'
import { openDatabase } from './open.ts'

/** Makes the upgrade fail, because a later migration creates a trigger of this name. */
const TAKE_NAME_OF_TRIGGER =
  'create trigger occupations_never_overlap_update after insert on services begin select 1; end'

/** Counts the rows of a table in a database file. */
function countRows(file: string, table: string) {
  const client = new Database(file, { readonly: true })
  const count = client.prepare(`select count(*) from ${table}`).pluck().get()
  client.close()
  return count
}
const countMigrations = (file: string) => countRows(file, '__drizzle_migrations')
const countServices = (file: string) => countRows(file, 'services')

describe('an upgrade', () => {
  /** The time of the first migration, which names the backup of a database that has only that one. */
  const FIRST_MIGRATION = MIGRATIONS[0]?.folderMillis

  /** Creates a database of the first version, with one service. `backup` is the path of its backup. */
  function makeOldDatabase() {
    const dir = tempDir()
    const file = join(dir, 'ordi.db')
    const client = openOlderDatabase(file, 1)
    client.exec(`insert into services (id, name) values ('facial', 'Facial')`)
    return { file, client, backup: join(dir, `backups/before-upgrade-${FIRST_MIGRATION}.db`) }
  }

  it('makes a backup first', async () => {
    const { file, client, backup } = makeOldDatabase()
    client.close()
    const db = openDatabase(file)
    expect(db.$client.prepare('select name from services').pluck().all()).toEqual(['Facial'])
    db.$client.close()
    expect(countMigrations(file)).toBe(MIGRATIONS.length)
    expect(countMigrations(backup)).toBe(1)
    expect((await checkDatabaseFile(backup)).rows.services).toBe(1)
  })

  it('keeps the backup of an earlier upgrade that was reverted', () => {
    const { file, client, backup } = makeOldDatabase()
    client.close()
    const restored = join(dirname(file), 'restored.db')
    copyFileSync(file, restored)
    openDatabase(file).$client.close()
    // The older version, which was restored, has stored something.
    new Database(restored).exec(`insert into services (id, name) values ('later', 'Later')`).close()
    renameSync(restored, file)
    openDatabase(file).$client.close()
    const secondBackup = backup.replace('.db', '-2.db')
    expect(readdirSync(dirname(backup)).toSorted()).toEqual(
      [basename(secondBackup), basename(backup)].toSorted(),
    )
    expect([countServices(backup), countServices(secondBackup)]).toEqual([1, 2])
  })

  it('makes a complete backup after a killed upgrade has left an incomplete one', () => {
    const { file, client, backup } = makeOldDatabase()
    client.close()
    mkdirSync(dirname(backup))
    const unfinished = backup.replace('.db', '.unfinished')
    for (const path of [unfinished, `${unfinished}-journal`]) writeFileSync(path, 'half')
    openDatabase(file).$client.close()
    expect(readdirSync(dirname(backup))).toEqual([basename(backup)])
    expect(countServices(backup)).toBe(1)
  })

  it('makes no backup of a new or current database', () => {
    const dir = tempDir()
    const openAndClose = () => openDatabase(join(dir, 'ordi.db')).$client.close()
    openAndClose()
    expect(readdirSync(dir)).toEqual(['ordi.db'])
    openAndClose()
    expect(readdirSync(dir)).toEqual(['ordi.db'])
  })

  it('changes nothing when it fails, and can be repeated', () => {
    const { file, client, backup } = makeOldDatabase()
    client.exec(TAKE_NAME_OF_TRIGGER)
    client.close()
    expect(() => openDatabase(file)).toThrow()
    expect([countMigrations(file), countMigrations(backup)]).toEqual([1, 1])
    const unchanged = new Database(file)
    const triggerOfMigration = unchanged
      .prepare(`select name from sqlite_master where name = 'occupations_never_overlap_insert'`)
      .get()
    expect(triggerOfMigration).toBeUndefined()
    unchanged.exec('drop trigger occupations_never_overlap_update').close()
    openDatabase(file).$client.close()
    expect(countMigrations(file)).toBe(MIGRATIONS.length)
  })

  it('makes no second backup when it fails several times', () => {
    const { file, client, backup } = makeOldDatabase()
    client.exec(TAKE_NAME_OF_TRIGGER)
    client.close()
    expect(() => openDatabase(file)).toThrow()
    expect(() => openDatabase(file)).toThrow()
    expect(() => openDatabase(file)).toThrow()
    expect(readdirSync(dirname(backup))).toEqual([basename(backup)])
  })
})
