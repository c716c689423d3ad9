import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  databaseErrorOf,
  FILLED_SERVICES,
  makeBackup,
  openFilledDatabase,
} from '../testing/backup-database.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { CHECKSUM_LENGTH } from './backup-end.ts'
import { checkDatabaseFile } from './database-check.ts'

describe('checking a backup', () => {
  it('finds every changed bit', async () => {
    const { dir, whole } = await makeBackup()
    const damaged = join(dir, 'damaged.db')
    const anywhere = fc.nat(whole.length - 1)
    const nearTheStart = fc.nat(120)
    const nearTheEnd = fc.integer({ min: whole.length - 100, max: whole.length - 1 })
    const place = fc.oneof(anywhere, nearTheStart, nearTheEnd)
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

  it('finds missing bytes', async () => {
    const { dir, whole } = await makeBackup()
    const damaged = join(dir, 'damaged.db')
    const page = 4096
    const withinEnd = [1, 2, CHECKSUM_LENGTH - 1, CHECKSUM_LENGTH + 1, 100]
    const withinDatabase = [512 + CHECKSUM_LENGTH, page, page + CHECKSUM_LENGTH]
    const allButHeader = whole.length - 100
    for (const missing of [...withinEnd, ...withinDatabase, allButHeader]) {
      writeFileSync(damaged, whole.subarray(0, whole.length - missing))
      expect([missing, await databaseErrorOf(checkDatabaseFile(damaged))]).toEqual([
        missing,
        expect.stringMatching(/^This file /),
      ])
    }
  })

  it('finds added bytes', async () => {
    const { dir, whole } = await makeBackup()
    const damaged = join(dir, 'damaged.db')
    for (const more of ['x', '\n', whole.subarray(-CHECKSUM_LENGTH)]) {
      writeFileSync(damaged, Buffer.concat([whole, Buffer.from(more)]))
      expect(await databaseErrorOf(checkDatabaseFile(damaged))).toMatch(/^This file is damaged/)
    }
  })

  it('accepts a plain database', async () => {
    const { dir, source, $client } = openFilledDatabase()
    $client.close()
    const copy = join(dir, 'by-hand.db')
    copyFileSync(source, copy)
    expect((await checkDatabaseFile(copy)).rows.services).toBe(FILLED_SERVICES)
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
