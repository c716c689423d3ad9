import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'
import { expiredBackups, listOldCopies } from './backup-retention.ts'

const instantOf = (iso: string) => Date.parse(iso)
/** Returns when the nightly backup of a day is made. */
const nightlyAt = (day: string) => instantOf(`${day}T01:15:00Z`)

/** Returns those of the backups that retention keeps. */
function keptBackups(madeAt: readonly Instant[]): Instant[] {
  const expired = new Set(expiredBackups(madeAt))
  return madeAt.filter((at) => !expired.has(at))
}

/**
 * Simulates `count` nights up to the day `last`, each with a new backup and the deletion of expired ones.
 * @returns the backups that are left
 */
function backupsAfterNights(count: number, last: string): Instant[] {
  let kept: Instant[] = []
  for (let nightsAgo = count - 1; nightsAgo >= 0; nightsAgo--)
    kept = keptBackups([...kept, nightlyAt(last) - nightsAgo * DAY_LENGTH])
  return kept
}

describe('the retention of backups', () => {
  it.each([0, 7])('keeps every backup of the first %i nights', (nights) => {
    expect(backupsAfterNights(nights, '2027-01-11')).toHaveLength(nights)
  })

  it('keeps one backup for each of seven days, four weeks and six months', () => {
    // The last seven days cover January and two of the four weeks.
    const newestOfMonths = ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31']
    const sundays = ['2027-01-03', '2027-01-10']
    const lastSevenDays = [14, 15, 16, 17, 18, 19, 20].map((day) => `2027-01-${day}`)
    expect(backupsAfterNights(400, '2027-01-20')).toEqual(
      [...newestOfMonths, ...sundays, ...lastSevenDays].map(nightlyAt),
    )
  })

  it('does not count days, weeks and months without a backup', () => {
    expect(expiredBackups(['2026-01-05', '2026-02-03', '2026-06-09', '2027-01-20'].map(nightlyAt))).toEqual(
      [],
    )
  })

  it('keeps the newest backup of a day', () => {
    const newest = instantOf('2027-01-11T23:59:59Z')
    const earlier = [instantOf('2027-01-11T01:15:00Z'), instantOf('2027-01-11T09:30:00Z')]
    expect(keptBackups([...earlier, newest])).toEqual([newest])
  })

  it('keeps the newest of the week and of the month when a month ends within a week', () => {
    const sundayInNovember = '2026-11-29'
    const lastOfNovember = '2026-11-30'
    const neither = '2026-12-01'
    const lastSevenDays = ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-12-${day}`)
    const days = [sundayInNovember, lastOfNovember, neither, ...lastSevenDays]
    expect(keptBackups(days.map(nightlyAt))).toEqual(
      [sundayInNovember, lastOfNovember, ...lastSevenDays].map(nightlyAt),
    )
  })

  it('keeps the newest backup and at most seventeen, and deletes nothing when repeated', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 300 }), (hours) => {
        const madeAt = hours.map((hour) => instantOf('2026-01-01T00:00:00Z') + hour * HOUR)
        const kept = keptBackups(madeAt)
        // There are at most seven days, four weeks and six months.
        expect(kept.length).toBeLessThanOrEqual(7 + 4 + 6)
        if (madeAt.length > 0) expect(kept).toContain(Math.max(...madeAt))
        expect(expiredBackups(kept)).toEqual([])
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
    'moving.db',
    'pre-restore-2026-12-02T000000Z.db',
  ])
    writeFileSync(join(folder, name), '')
  const copies = listOldCopies(app.ctx()).map(({ file, until }) => ({
    file: relative(folder, file),
    until: until === undefined ? undefined : new Date(until).toISOString(),
  }))
  expect(copies).toEqual([
    // This one is kept for a week as the newest of its day.
    { file: 'backups/ordi-2027-01-07T011500Z.db', until: '2027-01-14T01:15:00.000Z' },
    // This one is kept for six months as the newest of its month.
    { file: 'backups/ordi-2026-12-31T011500Z.db.age', until: '2027-06-01T01:15:00.000Z' },
    { file: 'backups/before-demo-end-2026-12-01T000000Z.db', until: undefined },
    { file: 'moving.db', until: undefined },
    { file: 'pre-restore-2026-12-02T000000Z.db', until: undefined },
  ])
})
