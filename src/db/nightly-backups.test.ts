import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { openEmptyDatabase } from '../testing/databases.ts'
import { FIRST_START, openNightlyDatabase } from '../testing/nightly-database.ts'
import { recordLog } from '../testing/test-app.ts'
import { generateKey } from './age-file.ts'
import { backupName } from './backup-folder.ts'
import { lastBackupRequest, storeBackupRequest } from './backup-request.ts'
import { backupState } from './backup-state.ts'
import { checkDatabaseFile } from './database-check.ts'
import { backUpOnRequest, backUpWhenDue, isBackingUp } from './nightly-backups.ts'
import type { Db } from './open.ts'

const at = (iso: string) => Date.parse(iso)

let dir: string
let db: Db
let ctxAt: (now: Instant) => Ctx
let put: (...names: string[]) => void
let logged: ReturnType<typeof recordLog>

beforeEach(() => {
  ;({ dir, db, ctxAt, putBackups: put } = openNightlyDatabase())
  logged = recordLog()
})

afterEach(() => {
  db.$client.close()
})

const runNightly = (now: Instant) => backUpWhenDue(() => ctxAt(now), logged.log)
const runRequested = (now: Instant) => backUpOnRequest(() => ctxAt(now), logged.log)
const folder = () => join(dir, 'backups')
const files = () => (existsSync(folder()) ? readdirSync(folder()).toSorted() : [])

describe('the nightly backup', () => {
  it('is a checked copy, named by its time and reported in the log', async () => {
    await runNightly(at('2027-01-11T01:15:00.400Z'))
    expect(files()).toEqual(['ordi-2027-01-11T011500Z.db'])
    const file = join(folder(), 'ordi-2027-01-11T011500Z.db')
    const { sha256, bytes, rows } = await checkDatabaseFile(file)
    expect(rows.settings).toBe(1)
    expect(logged.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', msg: 'backup made', file, bytes, sha256 },
    ])
  })

  it.each([
    ['none yet', undefined, true],
    ['of last night', '2027-01-11T01:15:00Z', false],
    ['of this morning, by hand', '2027-01-11T07:00:00Z', false],
    ['of yesterday, by hand', '2027-01-10T18:00:00Z', true],
    ['of the night before', '2027-01-10T01:15:00Z', true],
    ['of last year', '2026-03-01T01:15:00Z', true],
    ['dated ahead by a wrong clock', '2035-01-01T01:15:00Z', true],
  ])('is made at noon when the last one is %s: %s', async (_, last, made) => {
    if (last !== undefined) put(backupName(at(last)))
    const before = files()
    await runNightly(at('2027-01-11T11:15:00Z'))
    expect(files().length - before.length).toBe(made ? 1 : 0)
    expect(files()).toEqual(expect.arrayContaining(before))
  })

  it('is made once more on request', async () => {
    const noon = at('2027-01-11T11:00:00Z')
    put(backupName(at('2027-01-11T01:15:00Z')))
    storeBackupRequest(ctxAt(noon))
    expect([isBackingUp(db), lastBackupRequest(db)]).toEqual([true, { at: noon }])
    const making = runRequested(noon + MINUTE)
    expect(isBackingUp(db)).toBe(true)
    await making
    // The newest backup of each day is kept.
    expect(files()).toEqual(['ordi-2027-01-11T110100Z.db'])
    expect([isBackingUp(db), lastBackupRequest(db)]).toEqual([false, { at: noon, endedAt: noon + MINUTE }])
    expect(await runRequested(noon + HOUR)).toBe(false)
    expect(files()).toHaveLength(1)
  })

  it('that was requested and fails says why, and another one can be requested', async () => {
    const noon = at('2027-01-11T11:00:00Z')
    writeFileSync(folder(), 'no folder')
    storeBackupRequest(ctxAt(noon))
    await expect(runRequested(noon)).rejects.toThrow('EEXIST')
    expect(lastBackupRequest(db)).toEqual({
      at: noon,
      endedAt: noon,
      error: expect.stringContaining('EEXIST'),
    })
    expect(isBackingUp(db)).toBe(false)
  })

  it('is made once a night, and later by a machine that was off', async () => {
    const made = async (now: string) => {
      const before = files().length
      await runNightly(at(now))
      return files().length - before
    }
    expect(await made('2027-01-10T01:15:00.100Z')).toBe(1)
    expect(await made('2027-01-11T00:15:00.100Z')).toBe(0)
    expect(await made('2027-01-11T01:15:00.001Z')).toBe(1)
    expect(await made('2027-01-11T02:15:00.100Z')).toBe(0)
    expect(await made('2027-01-13T07:15:00.100Z')).toBe(1)
    expect(await made('2027-01-13T08:15:00.100Z')).toBe(0)
    expect(await made('2027-01-14T01:15:00.100Z')).toBe(1)
  })

  it('deletes expired backups, and no other file', async () => {
    const foreign = [
      'before-upgrade-1767225600000.db',
      'pre-restore-2026-01-01T000000Z.db',
      'ordi-2026-01-01T000000Z.db.gz',
      'ordi-2026-13-41T000000Z.db',
      'ordi-by-hand.db',
      'ordi-2035-01-01T011500Z.db',
    ]
    const old = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((day) => `ordi-2027-01-0${day}T011500Z.db`)
    put(...foreign, ...old, 'ordi-2026-12-31T011500Z.db')
    await runNightly(at('2027-01-10T01:15:00Z'))
    expect(files().filter((name) => !foreign.includes(name))).toEqual([
      'ordi-2026-12-31T011500Z.db',
      ...old.slice(2),
      'ordi-2027-01-10T011500Z.db',
    ])
    for (const name of foreign) expect(readFileSync(join(folder(), name), 'utf8')).toBe(name)
  })

  it('is encrypted once there is a public key, kept for as long, and said to be so', async () => {
    put(...[10, 11, 12].map((day) => `ordi-2027-01-${day}T011500Z.db`))
    put(...[13, 14, 15, 16, 17].map((day) => `ordi-2027-01-${day}T011500Z.db.age`))
    const { recipient } = await generateKey()
    db.$client
      .prepare(`insert into settings values ('general.backup_recipient', ?, 0)`)
      .run(JSON.stringify(recipient))
    await runNightly(at('2027-01-18T01:15:00Z'))
    expect(files()).toEqual([
      'ordi-2027-01-10T011500Z.db',
      'ordi-2027-01-12T011500Z.db',
      ...[13, 14, 15, 16, 17, 18].map((day) => `ordi-2027-01-${day}T011500Z.db.age`),
    ])
    expect(JSON.parse(logged.lines.at(-1) ?? '')).toMatchObject({
      msg: 'backup made',
      encrypted: true,
      bytes: statSync(join(folder(), 'ordi-2027-01-18T011500Z.db.age')).size,
    })
    expect(backupState(ctxAt(at('2027-01-18T02:15:00Z')))).toMatchObject({ encrypted: true, age: HOUR })
    expect(readdirSync(dir).filter((name) => name.startsWith('temporary'))).toEqual([])
  })

  it('deletes unfinished files of a killed process, but not recent ones', async () => {
    put('ordi-2027-01-09T011500Z.db.unfinished', 'ordi-2027-01-11T011000Z.db.unfinished', 'mine.unfinished')
    await runNightly(at('2027-01-11T01:15:00Z'))
    expect(files()).toEqual([
      'mine.unfinished',
      'ordi-2027-01-11T011000Z.db.unfinished',
      'ordi-2027-01-11T011500Z.db',
    ])
  })

  it('leaves and deletes nothing when it fails, and is tried again', async () => {
    db.$client.pragma('foreign_keys = off')
    db.$client.exec(
      `insert into events (id, booking_id, kind, actor, at) values (1, 'nobody', 'requested', 'visitor', 0)`,
    )
    const old = Array.from({ length: 30 }, (_, i) => backupName(at('2026-11-01T01:15:00Z') + i * 24 * HOUR))
    put(...old)
    await expect(runNightly(at('2027-01-11T01:15:00Z'))).rejects.toThrow(
      'This file is damaged: references lead nowhere.',
    )
    expect(files()).toEqual(old)
    db.$client.exec('delete from events')
    await runNightly(at('2027-01-11T02:15:00Z'))
    expect(files()).toContain('ordi-2027-01-11T021500Z.db')
  })

  it('does nothing for a database in memory', async () => {
    const memory = openEmptyDatabase()
    await backUpWhenDue(() => ({ ...ctxAt(FIRST_START), db: memory }), openLog({ logLevel: 'silent' }))
    expect(backupState({ ...ctxAt(FIRST_START), db: memory })).toBeUndefined()
    memory.$client.close()
  })
})
