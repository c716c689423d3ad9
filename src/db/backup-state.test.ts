import { describe, expect, it, onTestFinished } from 'vitest'
import { HOUR, type Instant } from '../shared/day.ts'
import { FIRST_START, openNightlyDatabase } from '../testing/nightly-database.ts'
import { readBackupState } from './backup-state.ts'

const instantOf = (iso: string) => Date.parse(iso)

function openPortal() {
  const portal = openNightlyDatabase()
  onTestFinished(() => void portal.db.$client.close())
  return {
    ...portal,
    /** Stores a setting of the practice at an instant. */
    storeSettingAt: (at: Instant) => {
      portal.db.$client.prepare(`insert into settings values ('practice.name', '""', ?)`).run(at)
    },
  }
}

describe('the state of the backups', () => {
  it('has the age of the newest nightly backup', () => {
    const { ctxAt, putBackups } = openPortal()
    const newest = 'ordi-2027-01-11T011500Z.db'
    putBackups('ordi-2027-01-10T011500Z.db', newest, 'ordi-2027-01-09T011500Z.db')
    // Neither is a nightly backup of the past.
    putBackups('before-upgrade-1.db', 'ordi-2035-01-01T011500Z.db')
    expect(readBackupState(ctxAt(instantOf('2027-01-11T11:15:00Z')))).toEqual({
      at: instantOf('2027-01-11T01:15:00Z'),
      // Each file contains its own name.
      bytes: newest.length,
      encrypted: false,
      age: 10 * HOUR,
      late: false,
    })
  })

  it('is late after more than 36 hours', () => {
    const { ctxAt, putBackups } = openPortal()
    putBackups('ordi-2027-01-11T011500Z.db')
    const last = instantOf('2027-01-11T01:15:00Z')
    expect(readBackupState(ctxAt(last + 36 * HOUR))?.late).toBe(false)
    expect(readBackupState(ctxAt(last + 36 * HOUR + 1))?.late).toBe(true)
  })

  it('has the age of the first start while there is no backup', () => {
    const { ctxAt } = openPortal()
    expect(readBackupState(ctxAt(FIRST_START + 36 * HOUR))).toEqual({
      at: undefined,
      encrypted: false,
      age: 36 * HOUR,
      late: false,
    })
  })

  it('does not take a setting that was saved later for the first start', () => {
    const { ctxAt, storeSettingAt } = openPortal()
    storeSettingAt(FIRST_START + 30 * HOUR)
    expect(readBackupState(ctxAt(FIRST_START + 37 * HOUR))).toEqual({
      at: undefined,
      encrypted: false,
      age: 37 * HOUR,
      late: true,
    })
  })

  it('ignores settings stored before the clock was set', () => {
    const { db, ctxAt, storeSettingAt } = openPortal()
    // A clock that is not set begins in 1970.
    db.$client.prepare('update settings set updated_at = 0').run()
    expect(readBackupState(ctxAt(FIRST_START))).toMatchObject({ age: 0, late: false })
    storeSettingAt(FIRST_START)
    expect(readBackupState(ctxAt(FIRST_START + 37 * HOUR))).toMatchObject({ age: 37 * HOUR, late: true })
  })
})
