import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { FIRST_START, openNightlyDatabase } from '../testing/nightly-database.ts'
import { readBackupState } from './backup-state.ts'
import type { Db } from './open.ts'

const instantOf = (iso: string) => Date.parse(iso)

let db: Db
let ctxAt: (now: Instant) => Ctx
let putBackups: (...names: string[]) => void

beforeEach(() => {
  ;({ db, ctxAt, putBackups } = openNightlyDatabase())
})

afterEach(() => {
  db.$client.close()
})

describe('the state of the backups', () => {
  it('has the age of the newest nightly backup', () => {
    putBackups('ordi-2027-01-10T011500Z.db', 'ordi-2027-01-11T011500Z.db', 'ordi-2027-01-09T011500Z.db')
    putBackups('before-upgrade-1.db', 'ordi-2035-01-01T011500Z.db')
    expect(readBackupState(ctxAt(instantOf('2027-01-11T11:15:00Z')))).toEqual({
      at: instantOf('2027-01-11T01:15:00Z'),
      bytes: 'ordi-2027-01-11T011500Z.db'.length,
      encrypted: false,
      age: 10 * HOUR,
      late: false,
    })
  })

  it('is late after more than 36 hours', () => {
    putBackups('ordi-2027-01-11T011500Z.db')
    const last = instantOf('2027-01-11T01:15:00Z')
    expect(readBackupState(ctxAt(last + 36 * HOUR))?.late).toBe(false)
    expect(readBackupState(ctxAt(last + 36 * HOUR + 1))?.late).toBe(true)
  })

  it('has the age of the first start while there is no backup', () => {
    expect(readBackupState(ctxAt(FIRST_START + 36 * HOUR))).toEqual({
      at: undefined,
      encrypted: false,
      age: 36 * HOUR,
      late: false,
    })
    // A setting that was saved later does not count.
    db.$client.prepare(`insert into settings values ('practice.name', '""', ?)`).run(FIRST_START + 30 * HOUR)
    expect(readBackupState(ctxAt(FIRST_START + 37 * HOUR))).toMatchObject({
      at: undefined,
      age: 37 * HOUR,
      late: true,
    })
  })

  it('ignores settings stored before the clock was set', () => {
    // A clock that is not set begins in 1970.
    db.$client.prepare('update settings set updated_at = 0').run()
    expect(readBackupState(ctxAt(FIRST_START))).toMatchObject({ age: 0, late: false })
    db.$client.prepare(`insert into settings values ('practice.name', '""', ?)`).run(FIRST_START)
    expect(readBackupState(ctxAt(FIRST_START + 37 * HOUR))).toMatchObject({ age: 37 * HOUR, late: true })
  })
})
