import { describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../../shared/day.ts'
import { alertRows, findingRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { backupTasks } from './backup-tasks.ts'

const AT = Date.parse('2027-01-05T02:15:00+01:00')
const done = (at: number) => ({ at, file: 'x.db', succeededAt: at })
const failed = (at: number) => ({ at, file: 'x.db', error: 'status 1' })
const NOTHING = { afterBackup: undefined, drill: undefined, drillAge: 0 }
const alertsOf = (given: Partial<Parameters<NonNullable<typeof backupTasks.alerts>>[0]>) =>
  alertRows(backupTasks.alerts?.({ ...NOTHING, ...given }, NOW))
const findingsOf = (given: Partial<Parameters<NonNullable<typeof backupTasks.alerts>>[0]>) =>
  findingRows(backupTasks.doctor?.findings({ ...NOTHING, ...given }, NOW))

describe('the alerts', () => {
  it('say that AFTER_BACKUP has failed', () => {
    expect(alertsOf({ afterBackup: done(AT) })).toEqual([])
    const banner = 'Die Sicherung konnte nicht außer Haus kopiert werden.'
    const detail =
      'AFTER_BACKUP ist gescheitert, zuletzt Di\u00a05.\u00a0Jänner, 02:15. Warum, sagt das Protokoll des Servers.'
    expect(alertsOf({ afterBackup: failed(AT) })).toEqual([
      ['danger', 'backup-copy', banner, 'Sicherung nicht kopiert', detail, ''],
    ])
  })

  it('say that a drill has failed, whenever the last one succeeded', () => {
    const banner = 'Die Sicherung ließ sich nicht probeweise zurückspielen.'
    const detail =
      'Versucht Di\u00a05.\u00a0Jänner, 02:15. Warum, sagt das Protokoll des Servers oder „ordi drill“.'
    expect(alertsOf({ drill: failed(AT), drillAge: 41 * DAY_LENGTH })).toEqual([
      ['danger', 'drill', banner, 'Sicherung nicht brauchbar', detail, ''],
    ])
  })

  it.each([
    [done(NOW - 41 * DAY_LENGTH), 'Zuletzt Fr\u00a027.\u00a0November, 13:40.'],
    [undefined, 'Noch nie geprobt.'],
  ])('say that a drill is late: %j', (drill, last) => {
    const banner = 'Seit 41 Tagen wurde keine Sicherung probeweise zurückgespielt.'
    const detail = `${last} Von Hand: „ordi drill“.`
    expect(alertsOf({ drill, drillAge: 41 * DAY_LENGTH })).toEqual([
      ['warning', 'drill', banner, 'Sicherung nicht geprobt', detail, ''],
    ])
    expect(alertsOf({ drill, drillAge: 40 * DAY_LENGTH })).toEqual([])
    expect(alertsOf({ drill, drillAge: undefined })).toEqual([])
  })
})

it.each([
  [{}, ['hint: no backup was restored for trial yet: ordi drill']],
  [{ drill: done(AT) }, ['good: a backup could be restored at 2027-01-05T02:15:00+01:00']],
  [
    { drill: done(NOW - 41 * DAY_LENGTH) },
    ['hint: the last one was at 2026-11-27T13:40:00+01:00: ordi drill'],
  ],
  [
    { drill: failed(AT), afterBackup: failed(AT) },
    [
      'wrong: failed at 2027-01-05T02:15:00+01:00: status 1',
      'wrong: the last one failed: status 1. Try again: ordi drill',
    ],
  ],
])('ordi doctor says of %j: %j', (given, texts) => {
  expect(findingsOf(given)).toEqual(texts)
})
