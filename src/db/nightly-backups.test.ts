import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openLog } from '../log.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { openEmptyDatabase } from '../testing/databases.ts'
import { FIRST_START, openNightlyDatabase } from '../testing/nightly-database.ts'
import { recordLog } from '../testing/test-app.ts'
import { backupName } from './backup-folder.ts'
import { findLastBackupRequest, storeBackupRequest } from './backup-request.ts'
import { readBackupState } from './backup-state.ts'
import { checkDatabaseFile } from './database-check.ts'
import { backUpOnRequest, backUpWhenDue, isBackingUp } from './nightly-backups.ts'

const instantOf = (iso: string) => Date.parse(iso)

/** Opens a portal with its backup folder, the two jobs that make backups, and its log. */
function openPortal() {
  const portal = openNightlyDatabase()
  const { lines, log } = recordLog()
  onTestFinished(() => void portal.db.$client.close())
  return {
    ...portal,
    logLines: lines,
    runNightly: (now: Instant) => backUpWhenDue(() => portal.ctxAt(now), log),
    runRequested: (now: Instant) => backUpOnRequest(() => portal.ctxAt(now), log),
    listBackups: () => (existsSync(portal.folder) ? readdirSync(portal.folder).toSorted() : []),
  }
}

// A nightly backup is due at 01:15 in UTC.
describe('the nightly backup', () => {
  it('is a checked copy, named by its time and reported in the log', async () => {
    const { folder, logLines, runNightly, listBackups } = openPortal()
    await runNightly(instantOf('2027-01-11T01:15:00.400Z'))
    expect(listBackups()).toEqual(['ordi-2027-01-11T011500Z.db'])
    const file = join(folder, 'ordi-2027-01-11T011500Z.db')
    const { sha256, bytes, rows } = await checkDatabaseFile(file)
    // The database has one setting, which the first start has stored.
    expect(rows.settings).toBe(1)
    expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', msg: 'backup made', file, bytes, sha256 },
    ])
  })

  it.each([
    { last: 'of last night', madeAt: '2027-01-11T01:15:00Z', isMade: false },
    { last: 'of this morning, by hand', madeAt: '2027-01-11T07:00:00Z', isMade: false },
    { last: 'of yesterday, by hand', madeAt: '2027-01-10T18:00:00Z', isMade: true },
    { last: 'of the night before', madeAt: '2027-01-10T01:15:00Z', isMade: true },
    { last: 'of last year', madeAt: '2026-03-01T01:15:00Z', isMade: true },
    { last: 'dated ahead by a wrong clock', madeAt: '2035-01-01T01:15:00Z', isMade: true },
  ])('is made at noon when the last one is $last: $isMade', async ({ madeAt, isMade }) => {
    const { runNightly, listBackups, putBackups } = openPortal()
    const last = backupName(instantOf(madeAt))
    putBackups(last)
    await runNightly(instantOf('2027-01-11T11:15:00Z'))
    const atNoon = isMade ? ['ordi-2027-01-11T111500Z.db'] : []
    expect(listBackups()).toEqual([last, ...atNoon].toSorted())
  })

  it('is made at once when there is no backup yet', async () => {
    const { runNightly, listBackups } = openPortal()
    await runNightly(instantOf('2027-01-11T11:15:00Z'))
    expect(listBackups()).toEqual(['ordi-2027-01-11T111500Z.db'])
  })

  it('is made once a night, or later if the machine was off', async () => {
    const { runNightly, listBackups } = openPortal()
    const countMadeAt = async (now: string) => {
      const countBefore = listBackups().length
      await runNightly(instantOf(now))
      return listBackups().length - countBefore
    }
    expect(await countMadeAt('2027-01-10T01:15:00.100Z')).toBe(1)
    expect(await countMadeAt('2027-01-11T00:15:00.100Z')).toBe(0)
    expect(await countMadeAt('2027-01-11T01:15:00.001Z')).toBe(1)
    expect(await countMadeAt('2027-01-11T02:15:00.100Z')).toBe(0)
    // The machine was off in the nights of the 12th and the 13th.
    expect(await countMadeAt('2027-01-13T07:15:00.100Z')).toBe(1)
    expect(await countMadeAt('2027-01-13T08:15:00.100Z')).toBe(0)
    expect(await countMadeAt('2027-01-14T01:15:00.100Z')).toBe(1)
  })

  it('neither leaves nor deletes a file when it fails, and is tried again', async () => {
    const { db, runNightly, listBackups, putBackups } = openPortal()
    // The check of a backup finds an event without its booking.
    db.$client.pragma('foreign_keys = off')
    db.$client.exec(
      `insert into events (id, booking_id, kind, actor, at) values (1, 'nobody', 'requested', 'visitor', 0)`,
    )
    const november = Array.from({ length: 30 }, (_, day) =>
      backupName(instantOf('2026-11-01T01:15:00Z') + day * DAY_LENGTH),
    )
    putBackups(...november)
    await expect(runNightly(instantOf('2027-01-11T01:15:00Z'))).rejects.toThrow(
      'This file is damaged: references lead nowhere.',
    )
    expect(listBackups()).toEqual(november)
    db.$client.exec('delete from events')
    await runNightly(instantOf('2027-01-11T02:15:00Z'))
    expect(listBackups()).toContain('ordi-2027-01-11T021500Z.db')
  })

  it('does nothing for a database in memory', async () => {
    const { ctxAt } = openPortal()
    const inMemory = { ...ctxAt(FIRST_START), db: openEmptyDatabase() }
    await backUpWhenDue(() => inMemory, openLog({ logLevel: 'silent' }))
    expect(readBackupState(inMemory)).toBeUndefined()
    inMemory.db.$client.close()
  })
})

describe('a backup on request', () => {
  const NOON = instantOf('2027-01-11T11:00:00Z')

  it('is under way from the request until it is made', async () => {
    const { db, ctxAt, runRequested } = openPortal()
    storeBackupRequest(ctxAt(NOON))
    expect([isBackingUp(db), findLastBackupRequest(db)]).toEqual([true, { at: NOON }])
    const making = runRequested(NOON + MINUTE)
    expect(isBackingUp(db)).toBe(true)
    await making
    expect([isBackingUp(db), findLastBackupRequest(db)]).toEqual([
      false,
      { at: NOON, endedAt: NOON + MINUTE },
    ])
  })

  it('replaces the nightly backup of the same day, because one backup of each day is kept', async () => {
    const { ctxAt, runRequested, listBackups, putBackups } = openPortal()
    putBackups(backupName(instantOf('2027-01-11T01:15:00Z')))
    storeBackupRequest(ctxAt(NOON))
    await runRequested(NOON + MINUTE)
    expect(listBackups()).toEqual(['ordi-2027-01-11T110100Z.db'])
    expect(await runRequested(NOON + HOUR)).toBe(false)
    expect(listBackups()).toEqual(['ordi-2027-01-11T110100Z.db'])
  })

  it('is no longer under way once it has failed, and stores the reason', async () => {
    const { db, ctxAt, folder, runRequested } = openPortal()
    writeFileSync(folder, 'no folder')
    storeBackupRequest(ctxAt(NOON))
    await expect(runRequested(NOON)).rejects.toThrow('EEXIST')
    expect(findLastBackupRequest(db)).toEqual({
      at: NOON,
      endedAt: NOON,
      error: `${folder} is no folder. Move it away.`,
    })
    expect(isBackingUp(db)).toBe(false)
  })
})
