import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import {
  databaseErrorOf,
  FILLED_SERVICES,
  makeBackup,
  openFilledDatabase,
} from '../testing/backup-database.ts'
import { backupDatabase } from './backup-file.ts'
import { checkDatabaseFile } from './database-check.ts'
import { openDatabase } from './open.ts'
import { unpackBackup } from './opened-backup.ts'

describe('a backup', () => {
  it('has all data of a database in use, and only it is left beside the database', async () => {
    const { dir, source, target } = openFilledDatabase()
    const { file, encrypted, rows } = await backupDatabase(source, target)
    expect({ file, encrypted }).toEqual({ file: target, encrypted: false })
    expect(rows).toMatchObject({ services: FILLED_SERVICES, bookings: 0 })
    expect(readdirSync(dir).toSorted()).toEqual(['backup.db', 'ordi.db', 'ordi.db-shm', 'ordi.db-wal'])
  })

  it('is reported with its length, its checksum and its rows, and stays as it was made', async () => {
    const { source, target, $client } = openFilledDatabase()
    const { file: _, encrypted: __, ...checked } = await backupDatabase(source, target)
    expect(checked.bytes).toBe(statSync(target).size)
    expect(checked.sha256).toBe(createHash('sha256').update(readFileSync(target)).digest('hex'))
    $client.prepare(`insert into services (id, name) values ('later', 'Später')`).run()
    expect(await checkDatabaseFile(target)).toEqual(checked)
  })

  it('contains only committed data', async () => {
    const { source, target, $client } = openFilledDatabase()
    $client.exec(`begin immediate; insert into services (id, name) values ('half', 'Halb')`)
    expect((await backupDatabase(source, target)).rows.services).toBe(FILLED_SERVICES)
    $client.exec('commit')
  })

  it('can be opened as a database despite the checksum', async () => {
    const { target } = await makeBackup()
    const client = new Database(target, { readonly: true })
    expect(client.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(client.prepare('select count(*) from services').pluck().get()).toBe(FILLED_SERVICES)
    client.close()
  })

  const sqlite3 = spawnSync('sqlite3', ['--version'], { encoding: 'utf8' })
  it.runIf(sqlite3.status === 0)(
    'can be read by the sqlite3 of this machine, which may be older',
    async () => {
      const { target } = await makeBackup()
      const { stdout, stderr } = spawnSync(
        'sqlite3',
        ['-readonly', target, 'pragma integrity_check; select count(*) from services'],
        { encoding: 'utf8' },
      )
      expect([stdout, stderr]).toEqual([`ok\n${FILLED_SERVICES}\n`, ''])
    },
  )

  it('never replaces a file', async () => {
    const { source, target } = openFilledDatabase()
    writeFileSync(target, 'precious')
    expect(await databaseErrorOf(backupDatabase(source, target))).toBe(
      `This file exists already and is not written over: ${target}`,
    )
    expect(readFileSync(target, 'utf8')).toBe('precious')
  })

  it('fails for a damaged database and leaves no file', async () => {
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

  it('fails without a database', async () => {
    const { dir, target } = openFilledDatabase()
    const missing = join(dir, 'missing.db')
    expect(await databaseErrorOf(backupDatabase(missing, target))).toBe(
      `There is no database to back up: ${missing}`,
    )
    expect(existsSync(target)).toBe(false)
  })

  it('fails if the folder for the file does not exist', async () => {
    const { dir, source } = openFilledDatabase()
    expect(await databaseErrorOf(backupDatabase(source, join(dir, 'missing/backup.db')))).toBe(
      `No backup was made: there is no folder ${join(dir, 'missing')}.`,
    )
  })

  it('fails if the source is not a database', async () => {
    const { dir, target } = openFilledDatabase()
    const text = join(dir, 'text.db')
    writeFileSync(text, 'no database')
    expect(await databaseErrorOf(backupDatabase(text, target))).toMatch(/^No backup was made: /)
    expect(existsSync(target)).toBe(false)
  })

  it('replaces what an interrupted backup left', async () => {
    const { source, target } = openFilledDatabase()
    writeFileSync(`${target}.unfinished`, 'half a backup')
    expect((await backupDatabase(source, target)).rows.services).toBe(FILLED_SERVICES)
    expect(existsSync(`${target}.unfinished`)).toBe(false)
  })
})

describe('unpacking a backup', () => {
  it('restores the database without the lines at the end of the backup, which stays as it is', async () => {
    const { dir, target, whole } = await makeBackup()
    const unpacked = join(dir, 'unpacked.db')
    unpackBackup(target, unpacked)
    const database = readFileSync(unpacked)
    const lines = whole.subarray(database.length).toString()
    expect(Buffer.concat([database, Buffer.from(lines)]).equals(whole)).toBe(true)
    expect(lines).toMatch(/^\nrows \{[^\n]*\}\nsha256 [0-9a-f]{64}\n$/)
    expect(lines).toContain(`"services":${FILLED_SERVICES},`)
    expect(readFileSync(target).equals(whole)).toBe(true)
  })

  it('makes a database that can be opened', async () => {
    const { dir, target } = await makeBackup()
    const unpacked = join(dir, 'unpacked.db')
    unpackBackup(target, unpacked)
    const { $client } = openDatabase(unpacked)
    expect($client.prepare('select count(*) from services').pluck().get()).toBe(FILLED_SERVICES)
    $client.close()
  })

  it('copies a plain database', () => {
    const { dir, source, $client } = openFilledDatabase()
    $client.close()
    unpackBackup(source, join(dir, 'unpacked.db'))
    expect(readFileSync(join(dir, 'unpacked.db')).equals(readFileSync(source))).toBe(true)
  })

  it('has what a database in use has saved only in its WAL', async () => {
    const { dir, source, $client } = openFilledDatabase()
    const unpacked = join(dir, 'unpacked.db')
    unpackBackup(source, unpacked)
    expect((await checkDatabaseFile(unpacked)).rows.services).toBe(FILLED_SERVICES)
    $client.close()
  })
})
