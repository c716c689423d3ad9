import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'
import { expiredBackups, listOldCopies } from './backup-retention.ts'

const instantOf = (iso: string) => Date.parse(iso)
const night = (day: string) => instantOf(`${day}T01:15:00Z`)
/** Returns the day and hour of each backup that is kept. */
const hoursOfKept = (made: readonly Instant[]) => {
  const expired = new Set(expiredBackups(made))
  return made.filter((each) => !expired.has(each)).map((each) => new Date(each).toISOString().slice(0, 13))
}

/**
 * Simulates `count` nights up to the day `last`, each with a new backup and the deletion of expired ones.
 * Returns the backups that are left.
 */
function nightsUntil(last: string, count: number): Instant[] {
  let made: Instant[] = []
  for (let i = count - 1; i >= 0; i--) {
    made.push(night(last) - i * DAY_LENGTH)
    const expired = new Set(expiredBackups(made))
    made = made.filter((each) => !expired.has(each))
  }
  return made
}

describe('the retention of backups', () => {
  it('keeps every backup of the first seven nights', () => {
    for (const count of [0, 7]) expect(expiredBackups(nightsUntil('2027-01-11', count))).toEqual([])
  })

  it('keeps one backup for each of seven days, four weeks and six months', () => {
    expect(hoursOfKept(nightsUntil('2027-01-20', 400))).toEqual(
      [
        // The newest backup of each month. The last seven days cover January.
        ...['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31'],
        // The Sundays, each the last day of its week. The other two weeks are covered by the last seven days.
        ...['2027-01-03', '2027-01-10'],
        ...['2027-01-14', '2027-01-15', '2027-01-16', '2027-01-17', '2027-01-18', '2027-01-19', '2027-01-20'],
      ].map((day) => `${day}T01`),
    )
  })

  it('does not count days, weeks and months without a backup', () => {
    expect(expiredBackups(['2026-01-05', '2026-02-03', '2026-06-09', '2027-01-20'].map(night))).toEqual([])
  })

  it('keeps the newest backup of a day', () => {
    const made = [
      instantOf('2027-01-11T01:15:00Z'),
      instantOf('2027-01-11T09:30:00Z'),
      instantOf('2027-01-11T23:59:59Z'),
    ]
    expect(hoursOfKept(made)).toEqual(['2027-01-11T23'])
  })

  it('keeps the newest of the week and of the month when a month ends within a week', () => {
    const days = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
    const later = ['2026-12-05', '2026-12-06', '2026-12-07', '2026-12-08']
    const made = [...days, ...later].map(night)
    // Sunday the 29th ends its week, and Monday the 30th its month. The last seven days begin on the 2nd.
    expect(hoursOfKept(made)).toEqual(
      ['2026-11-29', '2026-11-30', '2026-12-02', '2026-12-03', '2026-12-04', ...later].map(
        (day) => `${day}T01`,
      ),
    )
  })

  it('keeps the newest backup and at most seventeen, and deletes nothing when repeated', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 300 }), (hours) => {
        const made = hours.map((hour) => instantOf('2026-01-01T00:00:00Z') + hour * HOUR)
        const expired = new Set(expiredBackups(made))
        const rest = made.filter((each) => !expired.has(each))
        // There are at most seven days, four weeks and six months.
        expect(rest.length).toBeLessThanOrEqual(7 + 4 + 6)
        if (made.length > 0) expect(rest).toContain(Math.max(...made))
        expect(expiredBackups(rest)).toEqual([])
      }),
    )
  })
})

it('the copies of the database are listed with the night in which each is deleted', () => {
  const folder = tempDir()
  const app = openTestApp({ file: join(folder, 'ordi.db') })
  mkdirSync(join(folder, 'backups'))
  for (const name of [
    'backups/ordi-2027-01-07T011500Z.db',
    'backups/ordi-2026-12-31T011500Z.db.age',
    'backups/before-demo-end-2026-12-01T000000Z.db',
    'backups/notes.txt',
    'pre-restore-2026-12-02T000000Z.db',
  ])
    writeFileSync(join(folder, name), '')
  const copies = listOldCopies(app.ctx()).map(({ file, until }) => [
    file.slice(folder.length + 1),
    until === undefined ? undefined : new Date(until).toISOString(),
  ])
  expect(copies).toEqual([
    // The first backup is kept for a week as the newest of its day, the second for six months as the newest
    // of its month.
    ['backups/ordi-2027-01-07T011500Z.db', '2027-01-14T01:15:00.000Z'],
    ['backups/ordi-2026-12-31T011500Z.db.age', '2027-06-01T01:15:00.000Z'],
    ['backups/before-demo-end-2026-12-01T000000Z.db', undefined],
    ['pre-restore-2026-12-02T000000Z.db', undefined],
  ])
})
