import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { checkDatabase } from './backup.ts'
import { backUpWhenDue, backupName, backupState } from './backups.ts'
import { type Db, openDatabase } from './open.ts'

const BORN = Date.parse('2027-01-07T12:40:00Z')
const at = (iso: string) => Date.parse(iso)

let dir: string
let db: Db
let logged: string[]
beforeEach(() => {
  dir = tempDir()
  db = openDatabase(join(dir, 'ordi.db'))
  logged = []
  db.$client.prepare(`insert into settings values ('canary', 'sealed', ?)`).run(BORN)
})
afterEach(() => {
  db.$client.close()
})

const ctxAt = (now: Instant): Ctx => ({
  db,
  now,
  actor: { kind: 'job' },
  config: { ...readConfig({}), appSecret: 'x'.repeat(32) },
})
const run = (now: Instant) =>
  backUpWhenDue(() => ctxAt(now), openLog({ logLevel: 'info' }, { write: (line) => logged.push(line) }))
const folder = () => join(dir, 'backups')
const files = () => (existsSync(folder()) ? readdirSync(folder()).toSorted() : [])
const put = (...names: string[]) => {
  mkdirSync(folder(), { recursive: true })
  for (const name of names) writeFileSync(join(folder(), name), name)
}

describe('the nightly backup', () => {
  it('is a sound copy under the name of its moment, and the log tells of it', async () => {
    await run(at('2027-01-11T01:15:00.400Z'))
    expect(files()).toEqual(['ordi-2027-01-11T011500Z.db'])
    const file = join(folder(), 'ordi-2027-01-11T011500Z.db')
    const { sha256, bytes, rows } = await checkDatabase(file)
    expect(rows.settings).toBe(1)
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
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
    await run(at('2027-01-11T11:15:00Z'))
    expect(files().length - before.length).toBe(made ? 1 : 0)
    expect(files()).toEqual(expect.arrayContaining(before))
  })

  it('is made every night at the same hour, and once by a machine that slept', async () => {
    const made = async (now: string) => {
      const before = files().length
      await run(at(now))
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

  it('takes away its own files that have served their time, and touches no other', async () => {
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
    await run(at('2027-01-10T01:15:00Z'))
    expect(files().filter((name) => !foreign.includes(name))).toEqual([
      'ordi-2026-12-31T011500Z.db',
      ...old.slice(2),
      'ordi-2027-01-10T011500Z.db',
    ])
    for (const name of foreign) expect(readFileSync(join(folder(), name), 'utf8')).toBe(name)
  })

  it('sweeps what a killed process left unfinished, but not what may be under way', async () => {
    put('ordi-2027-01-09T011500Z.db.unfinished', 'ordi-2027-01-11T011000Z.db.unfinished', 'mine.unfinished')
    await run(at('2027-01-11T01:15:00Z'))
    expect(files()).toEqual([
      'mine.unfinished',
      'ordi-2027-01-11T011000Z.db.unfinished',
      'ordi-2027-01-11T011500Z.db',
    ])
  })

  it('that fails leaves nothing and takes nothing away, and the next turn tries again', async () => {
    db.$client.pragma('foreign_keys = off')
    db.$client.exec(
      `insert into events (id, booking_id, kind, actor, at) values (1, 'nobody', 'requested', 'visitor', 0)`,
    )
    const old = Array.from({ length: 30 }, (_, i) => backupName(at('2026-11-01T01:15:00Z') + i * 24 * HOUR))
    put(...old)
    await expect(run(at('2027-01-11T01:15:00Z'))).rejects.toThrow(
      'This file is damaged: references lead nowhere.',
    )
    expect(files()).toEqual(old)
    db.$client.exec('delete from events')
    await run(at('2027-01-11T02:15:00Z'))
    expect(files()).toContain('ordi-2027-01-11T021500Z.db')
  })

  it('does nothing for a database in memory', async () => {
    const memory = openDatabase(':memory:')
    await backUpWhenDue(() => ({ ...ctxAt(BORN), db: memory }), openLog({ logLevel: 'silent' }))
    expect(backupState({ ...ctxAt(BORN), db: memory })).toBeUndefined()
    memory.$client.close()
  })
})

describe('the state of the backups', () => {
  it('is told by the newest of the portal’s own', () => {
    put('ordi-2027-01-10T011500Z.db', 'ordi-2027-01-11T011500Z.db', 'ordi-2027-01-09T011500Z.db')
    put('before-upgrade-1.db', 'ordi-2035-01-01T011500Z.db')
    expect(backupState(ctxAt(at('2027-01-11T11:15:00Z')))).toEqual({
      at: at('2027-01-11T01:15:00Z'),
      age: 10 * HOUR,
      late: false,
    })
  })

  it('is late after more than 36 hours', () => {
    put('ordi-2027-01-11T011500Z.db')
    const last = at('2027-01-11T01:15:00Z')
    expect(backupState(ctxAt(last + 36 * HOUR))?.late).toBe(false)
    expect(backupState(ctxAt(last + 36 * HOUR + 1))?.late).toBe(true)
  })

  it('is late without any only when the portal itself is older, whatever was saved since', () => {
    expect(backupState(ctxAt(BORN + 36 * HOUR))).toEqual({ at: undefined, age: 36 * HOUR, late: false })
    db.$client.prepare(`insert into settings values ('practice.name', '""', ?)`).run(BORN + 30 * HOUR)
    expect(backupState(ctxAt(BORN + 37 * HOUR))).toEqual({ at: undefined, age: 37 * HOUR, late: true })
  })
})
