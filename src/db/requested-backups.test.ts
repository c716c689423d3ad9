import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { openNightlyPortal } from '../testing/nightly-database.ts'
import { backupName } from './backup-folder.ts'
import { findLastBackupRequest, storeBackupRequest } from './backup-request.ts'
import { isBackingUp } from './nightly-backups.ts'

describe('a backup on request', () => {
  const NOON = Date.parse('2027-01-11T11:00:00Z')

  it('is under way from the request until it is made', async () => {
    const { db, ctxAt, runRequested } = openNightlyPortal()
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
    const { ctxAt, runRequested, listBackups, putBackups } = openNightlyPortal()
    putBackups(backupName(Date.parse('2027-01-11T01:15:00Z')))
    storeBackupRequest(ctxAt(NOON))
    await runRequested(NOON + MINUTE)
    expect(listBackups()).toEqual(['ordi-2027-01-11T110100Z.db'])
    expect(await runRequested(NOON + HOUR)).toBe(false)
    expect(listBackups()).toEqual(['ordi-2027-01-11T110100Z.db'])
  })

  it('is no longer under way once it has failed, and stores the reason', async () => {
    const { db, ctxAt, folder, runRequested } = openNightlyPortal()
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
