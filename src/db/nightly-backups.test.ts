import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLog } from '../log.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { openEmptyDatabase } from '../testing/databases.ts'
import { FIRST_START, openNightlyPortal } from '../testing/nightly-database.ts'
import { backupName } from './backup-folder.ts'
import { readBackupState } from './backup-state.ts'
import { checkDatabaseFile } from './database-check.ts'
import { backUpWhenDue } from './nightly-backups.ts'

// A nightly backup is due at 01:15 in UTC.
describe('the nightly backup', () => {
  it('is a checked copy, named by its time and reported in the log', async () => {
    const { folder, logLines, runNightly, listBackups } = openNightlyPortal()
    await runNightly('2027-01-11T01:15:00.400Z')
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
    const { runNightly, listBackups, putBackups } = openNightlyPortal()
    const last = backupName(Date.parse(madeAt))
    putBackups(last)
    await runNightly('2027-01-11T11:15:00Z')
    const atNoon = isMade ? ['ordi-2027-01-11T111500Z.db'] : []
    expect(listBackups()).toEqual([last, ...atNoon].toSorted())
  })

  it('is made at once when there is no backup yet', async () => {
    const { runNightly, listBackups } = openNightlyPortal()
    await runNightly('2027-01-11T11:15:00Z')
    expect(listBackups()).toEqual(['ordi-2027-01-11T111500Z.db'])
  })

  it('is made once a night, or later if the machine was off', async () => {
    const { runNightly, listBackups } = openNightlyPortal()
    const countMadeAt = async (now: string) => {
      const countBefore = listBackups().length
      await runNightly(now)
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
    const { db, runNightly, listBackups, putBackups } = openNightlyPortal()
    // The check of a backup finds an event without its booking.
    db.$client.pragma('foreign_keys = off')
    db.$client.exec(
      `insert into events (id, booking_id, kind, actor, at) values (1, 'nobody', 'requested', 'visitor', 0)`,
    )
    const november = Array.from({ length: 30 }, (_, day) =>
      backupName(Date.parse('2026-11-01T01:15:00Z') + day * DAY_LENGTH),
    )
    putBackups(...november)
    await expect(runNightly('2027-01-11T01:15:00Z')).rejects.toThrow(
      'This file is damaged: references lead nowhere.',
    )
    expect(listBackups()).toEqual(november)
    db.$client.exec('delete from events')
    await runNightly('2027-01-11T02:15:00Z')
    expect(listBackups()).toContain('ordi-2027-01-11T021500Z.db')
  })

  it('does nothing for a database in memory', async () => {
    const { ctxAt } = openNightlyPortal()
    const inMemory = { ...ctxAt(FIRST_START), db: openEmptyDatabase() }
    await backUpWhenDue(() => inMemory, openLog({ logLevel: 'silent' }))
    expect(readBackupState(inMemory)).toBeUndefined()
    inMemory.db.$client.close()
  })
})
