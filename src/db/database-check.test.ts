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

/** Bytes of a page of the database. */
const PAGE_LENGTH = 4096

/** Checks a file that has these bytes. @returns the message of its error; empty for a sound backup */
function errorForBytes(dir: string, bytes: Buffer): Promise<string> {
  const file = join(dir, 'checked.db')
  writeFileSync(file, bytes)
  return databaseErrorOf(checkDatabaseFile(file))
}

describe('checking a backup', () => {
  it('finds every changed bit', async () => {
    const { dir, whole } = await makeBackup()
    const anywhere = fc.nat(whole.length - 1)
    // The header of a database has 100 bytes, and the checksum at the end of a backup 73.
    const nearTheStart = fc.nat(120)
    const nearTheEnd = fc.integer({ min: whole.length - 100, max: whole.length - 1 })
    const offsets = fc.oneof(anywhere, nearTheStart, nearTheEnd)
    await fc.assert(
      fc.asyncProperty(offsets, fc.nat(7), async (offset, bit) => {
        const changed = Buffer.from(whole)
        changed.writeUInt8(changed.readUInt8(offset) ^ (1 << bit), offset)
        expect(await errorForBytes(dir, changed)).toMatch(/^This file /)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    { where: 'within its end', missing: 1 },
    { where: 'within its end', missing: 2 },
    { where: 'within its end', missing: CHECKSUM_LENGTH - 1 },
    { where: 'within its end', missing: CHECKSUM_LENGTH + 1 },
    { where: 'within its end', missing: 100 },
    { where: 'within the database', missing: 512 + CHECKSUM_LENGTH },
    { where: 'within the database', missing: PAGE_LENGTH },
    { where: 'within the database', missing: PAGE_LENGTH + CHECKSUM_LENGTH },
  ])('finds that $missing bytes are missing, when it stops $where', async ({ missing }) => {
    const { dir, whole } = await makeBackup()
    expect(await errorForBytes(dir, whole.subarray(0, -missing))).toMatch(/^This file /)
  })

  it('finds that all but the header is missing', async () => {
    const { dir, whole } = await makeBackup()
    const header = whole.subarray(0, 100)
    expect(await errorForBytes(dir, header)).toMatch(/^This file /)
  })

  it.each([
    { added: 'a character', bytesOf: () => Buffer.from('x') },
    { added: 'a new line', bytesOf: () => Buffer.from('\n') },
    { added: 'its last line', bytesOf: (whole: Buffer) => whole.subarray(-CHECKSUM_LENGTH) },
  ])('finds that $added was added', async ({ bytesOf }) => {
    const { dir, whole } = await makeBackup()
    expect(await errorForBytes(dir, Buffer.concat([whole, bytesOf(whole)]))).toMatch(/^This file is damaged/)
  })

  it('accepts a plain database', async () => {
    const { dir, source, $client } = openFilledDatabase()
    $client.close()
    const copy = join(dir, 'by-hand.db')
    copyFileSync(source, copy)
    expect((await checkDatabaseFile(copy)).rows.services).toBe(FILLED_SERVICES)
  })

  it.each([
    {
      other: 'a missing file',
      make: () => undefined,
      error: (file: string) => `There is no such file: ${file}`,
    },
    { other: 'a folder', make: mkdirSync, error: (file: string) => `There is no such file: ${file}` },
    {
      other: 'a text',
      make: (file: string) => writeFileSync(file, 'x'.repeat(1024)),
      error: () => 'This file is no backup of Ordi, or its beginning is damaged.',
    },
    {
      other: 'an empty file',
      make: (file: string) => writeFileSync(file, ''),
      error: () => 'This file is no backup of Ordi, or its beginning is damaged.',
    },
    {
      other: 'the database of another program',
      make: (file: string) => new Database(file).exec('create table t (a)').close(),
      error: () => 'This file is no backup of Ordi.',
    },
    {
      other: 'the bookings of another program',
      make: (file: string) => new Database(file).exec('create table bookings (a)').close(),
      error: () => 'This file is no backup of Ordi.',
    },
  ])('refuses $other', async ({ make, error }) => {
    const file = join(tempDir(), 'other')
    make(file)
    expect(await databaseErrorOf(checkDatabaseFile(file))).toBe(error(file))
  })
})
