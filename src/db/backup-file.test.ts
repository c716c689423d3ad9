import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { databaseErrorOf, openFilledDatabase } from '../testing/backup-database.ts'
import { MIGRATIONS, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { backupDatabase, checkDatabaseFile, unpackBackup } from './backup-file.ts'
import { openDatabase } from './open.ts'

/** Makes a backup. `whole` are its bytes. */
async function makeBackup() {
  const database = openFilledDatabase()
  await backupDatabase(database.source, database.target)
  return { ...database, whole: readFileSync(database.target) }
}

describe('a backup', () => {
  it('is one file with all data, made while the database is in use', async () => {
    const { dir, source, target, $client } = openFilledDatabase()
    const { file, encrypted, ...checked } = await backupDatabase(source, target)
    expect([file, encrypted]).toEqual([target, false])
    $client.prepare(`insert into services (id, name) values ('later', 'Später')`).run()
    expect(checked.rows).toMatchObject({ services: 40, bookings: 0 })
    expect(checked.bytes).toBe(statSync(target).size)
    expect(checked.sha256).toBe(createHash('sha256').update(readFileSync(target)).digest('hex'))
    expect(await checkDatabaseFile(target)).toEqual(checked)
    expect(readdirSync(dir).toSorted()).toEqual(['backup.db', 'ordi.db', 'ordi.db-shm', 'ordi.db-wal'])
  })

  it('contains committed data only', async () => {
    const { source, target, $client } = openFilledDatabase()
    $client.exec(`begin immediate; insert into services (id, name) values ('half', 'Halb')`)
    expect((await backupDatabase(source, target)).rows.services).toBe(40)
    $client.exec('commit')
  })

  it('can be opened by any SQLite despite the checksum', async () => {
    const { target } = await makeBackup()
    const client = new Database(target, { readonly: true })
    expect(client.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(client.prepare('select count(*) from services').pluck().get()).toBe(40)
    client.close()
  })

  it('never replaces a file', async () => {
    const { source, target } = openFilledDatabase()
    writeFileSync(target, 'precious')
    expect(await databaseErrorOf(backupDatabase(source, target))).toBe(
      `This file exists already and is not written over: ${target}`,
    )
    expect(readFileSync(target, 'utf8')).toBe('precious')
  })

  it('of a damaged database fails and leaves no file', async () => {
    const { dir, source, target, $client } = openFilledDatabase()
    $client.pragma('foreign_keys = off')
    $client.exec(
      `insert into events (booking_id, kind, actor, at) values ('nobody', 'requested', 'visitor', 0)`,
    )
    expect(await databaseErrorOf(backupDatabase(source, target))).toBe(
      'This file is damaged: references lead nowhere.',
    )
    expect(readdirSync(dir).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  it('fails in one sentence without a database or a folder', async () => {
    const { dir, source } = openFilledDatabase()
    const nowhere = join(dir, 'nowhere/ordi.db')
    expect(await databaseErrorOf(backupDatabase(nowhere, join(dir, 'b.db')))).toBe(
      `There is no database to back up: ${nowhere}`,
    )
    expect(await databaseErrorOf(backupDatabase(source, nowhere))).toBe(
      `No backup was made: there is no folder ${dirname(nowhere)}.`,
    )
    writeFileSync(join(dir, 'text.db'), 'no database')
    expect(await databaseErrorOf(backupDatabase(join(dir, 'text.db'), join(dir, 'b.db')))).toMatch(
      /^No backup was made: /,
    )
    expect(existsSync(join(dir, 'b.db'))).toBe(false)
  })

  it('replaces the rest of an interrupted one', async () => {
    const { source, target } = openFilledDatabase()
    writeFileSync(`${target}.unfinished`, 'half a backup')
    expect((await backupDatabase(source, target)).rows.services).toBe(40)
    expect(existsSync(`${target}.unfinished`)).toBe(false)
  })
})

describe('checking a backup', () => {
  it('finds every changed bit', async () => {
    const { dir, whole } = await makeBackup()
    const damaged = join(dir, 'damaged.db')
    const nearTheEnd = fc.integer({ min: whole.length - 100, max: whole.length - 1 })
    const place = fc.oneof(fc.nat(whole.length - 1), fc.nat(120), nearTheEnd)
    await fc.assert(
      fc.asyncProperty(place, fc.nat(7), async (at, bit) => {
        const copy = Buffer.from(whole)
        copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
        writeFileSync(damaged, copy)
        expect(await databaseErrorOf(checkDatabaseFile(damaged))).toMatch(/^This file /)
      }),
      { numRuns: 200 },
    )
  })

  it('finds missing and added bytes', async () => {
    const { dir, whole } = await makeBackup()
    const damaged = join(dir, 'damaged.db')
    const checksum = 73
    for (const cut of [1, 2, 72, 74, 100, 512 + checksum, 4096, 4096 + checksum, whole.length - 100]) {
      writeFileSync(damaged, whole.subarray(0, whole.length - cut))
      expect([cut, await databaseErrorOf(checkDatabaseFile(damaged))]).toEqual([
        cut,
        expect.stringMatching(/^This file /),
      ])
    }
    for (const more of ['x', '\n', whole.subarray(-checksum)]) {
      writeFileSync(damaged, Buffer.concat([whole, Buffer.from(more)]))
      expect(await databaseErrorOf(checkDatabaseFile(damaged))).toMatch(/^This file is damaged/)
    }
  })

  it('accepts a plain database', async () => {
    const { dir, source, $client } = openFilledDatabase()
    $client.close()
    const copy = join(dir, 'by-hand.db')
    copyFileSync(source, copy)
    expect((await checkDatabaseFile(copy)).rows.services).toBe(40)
  })

  it('refuses every other file', async () => {
    const dir = tempDir()
    const file = (name: string) => join(dir, name)
    expect(await databaseErrorOf(checkDatabaseFile(file('nothing')))).toBe(
      `There is no such file: ${file('nothing')}`,
    )
    writeFileSync(file('text'), 'x'.repeat(1024))
    writeFileSync(file('empty'), '')
    for (const name of ['text', 'empty'])
      expect(await databaseErrorOf(checkDatabaseFile(file(name)))).toBe(
        'This file is no backup of Ordi, or its beginning is damaged.',
      )
    new Database(file('other')).exec('create table t (a)').close()
    expect(await databaseErrorOf(checkDatabaseFile(file('other')))).toBe('This file is no backup of Ordi.')
    mkdirSync(file('folder'))
    expect(await databaseErrorOf(checkDatabaseFile(file('folder')))).toBe(
      `There is no such file: ${file('folder')}`,
    )
  })
})

describe('unpacking a backup', () => {
  it('gives the database without the checksum', async () => {
    const { dir, target, whole } = await makeBackup()
    const unpacked = join(dir, 'unpacked.db')
    unpackBackup(target, unpacked)
    const rest = whole.subarray(readFileSync(unpacked).length).toString()
    expect(readFileSync(unpacked).equals(whole.subarray(0, -rest.length))).toBe(true)
    expect(rest).toMatch(/^\nrows \{[^\n]*"services":40,[^\n]*\}\nsha256 [0-9a-f]{64}\n$/)
    const db = openDatabase(unpacked)
    expect(db.$client.prepare('select count(*) from services').pluck().get()).toBe(40)
    db.$client.close()
    expect(readFileSync(target).equals(whole)).toBe(true)
  })

  it('copies a plain database', () => {
    const { dir, source, $client } = openFilledDatabase()
    $client.close()
    unpackBackup(source, join(dir, 'unpacked.db'))
    expect(readFileSync(join(dir, 'unpacked.db')).equals(readFileSync(source))).toBe(true)
  })
})

describe('an upgrade', () => {
  const first = MIGRATIONS[0]?.folderMillis

  /** A database of the first version. */
  function anOldDatabase() {
    const dir = tempDir()
    const file = join(dir, 'ordi.db')
    const client = openOlderDatabase(file, 1)
    client.exec(`insert into services (id, name) values ('facial', 'Facial')`)
    return { file, client, backup: join(dir, `backups/before-upgrade-${first}.db`) }
  }
  const applied = (file: string) => {
    const client = new Database(file, { readonly: true })
    const count = client.prepare('select count(*) from __drizzle_migrations').pluck().get()
    client.close()
    return count
  }

  it('makes a backup first', async () => {
    const { file, client, backup } = anOldDatabase()
    client.close()
    const db = openDatabase(file)
    expect(db.$client.prepare('select name from services').pluck().all()).toEqual(['Facial'])
    db.$client.close()
    expect(applied(file)).toBe(MIGRATIONS.length)
    expect(applied(backup)).toBe(1)
    expect((await checkDatabaseFile(backup)).rows.services).toBe(1)
  })

  it('makes no backup of a new or current database', () => {
    const dir = tempDir()
    for (let i = 0; i < 2; i++) openDatabase(join(dir, 'ordi.db')).$client.close()
    expect(readdirSync(dir)).toEqual(['ordi.db'])
  })

  it('changes nothing when it fails, and can be repeated', () => {
    const { file, client, backup } = anOldDatabase()
    client.exec(
      'create trigger occupations_never_overlap_update after insert on services begin select 1; end',
    )
    client.close()
    expect(() => openDatabase(file)).toThrow()
    expect([applied(file), applied(backup)]).toEqual([1, 1])
    const again = new Database(file)
    expect(
      again.prepare(`select name from sqlite_master where name = 'occupations_never_overlap_insert'`).get(),
    ).toBeUndefined()
    again.exec('drop trigger occupations_never_overlap_update').close()
    openDatabase(file).$client.close()
    expect(applied(file)).toBe(MIGRATIONS.length)
  })
})
