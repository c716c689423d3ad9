import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { backupTasksCheck } from './backup-tasks.ts'

/** The instant at which the tasks ran. */
const RAN_AT = Date.parse('2027-01-05T02:15:00+01:00')

const succeededTask = (at: Instant) => ({ at, file: 'x.db', succeededAt: at })
const failedTask = (at: Instant) => ({ at, file: 'x.db', error: 'status 1' })
const NO_TASKS = { afterBackup: undefined, drill: undefined, drillAge: 0 }
type Facts = Parameters<NonNullable<typeof backupTasksCheck.alerts>>[0]
const alertsOf = (changes: Partial<Facts>) => backupTasksCheck.alerts?.({ ...NO_TASKS, ...changes }, NOW)
const findingsOf = (changes: Partial<Facts>) =>
  findingRows(backupTasksCheck.doctor?.findings({ ...NO_TASKS, ...changes }, NOW))

describe('the alerts', () => {
  it('are none after AFTER_BACKUP has succeeded', () => {
    expect(alertsOf({ afterBackup: succeededTask(RAN_AT) })).toEqual([])
  })

  it('say that AFTER_BACKUP has failed', () => {
    const detail =
      'AFTER_BACKUP ist gescheitert, zuletzt Di\u00a05.\u00a0Jänner, 02:15. Warum, sagt das Protokoll des Servers.'
    expect(alertsOf({ afterBackup: failedTask(RAN_AT) })).toEqual([
      {
        level: 'danger',
        kind: 'backup-copy',
        banner: 'Die Sicherung konnte nicht außer Haus kopiert werden.',
        card: { title: 'Sicherung nicht kopiert', detail, href: '' },
      },
    ])
  })

  it('say that a drill has failed, however long ago the last success was', () => {
    const detail =
      'Versucht Di\u00a05.\u00a0Jänner, 02:15. Warum, sagt das Protokoll des Servers oder „ordi drill“.'
    expect(alertsOf({ drill: failedTask(RAN_AT), drillAge: 41 * DAY_LENGTH })).toEqual([
      {
        level: 'danger',
        kind: 'drill',
        banner: 'Die Sicherung ließ sich nicht probeweise zurückspielen.',
        card: { title: 'Sicherung nicht brauchbar', detail, href: '' },
      },
    ])
  })

  // It is 7 January (`NOW`). A drill is late after `DRILL_LATE_AFTER`.
  it.each([
    {
      last: 'on 27 November',
      drill: succeededTask(NOW - 41 * DAY_LENGTH),
      text: 'Zuletzt Fr\u00a027.\u00a0November, 13:40.',
    },
    { last: 'never', drill: undefined, text: 'Noch nie geprobt.' },
  ])('say after forty days that a drill is late; the last one was $last', ({ drill, text }) => {
    const detail = `${text} Von Hand: „ordi drill“.`
    expect(alertsOf({ drill, drillAge: 41 * DAY_LENGTH })).toEqual([
      {
        level: 'warning',
        kind: 'drill',
        banner: 'Seit 41 Tagen wurde keine Sicherung probeweise zurückgespielt.',
        card: { title: 'Sicherung nicht geprobt', detail, href: '' },
      },
    ])
    expect(alertsOf({ drill, drillAge: 40 * DAY_LENGTH })).toEqual([])
    expect(alertsOf({ drill, drillAge: undefined })).toEqual([])
  })
})

describe('ordi doctor', () => {
  it('suggests a drill if there was none', () => {
    expect(findingsOf({})).toEqual(['hint: no backup was restored for trial yet: ordi drill'])
  })

  it('says when a drill has succeeded', () => {
    expect(findingsOf({ drill: succeededTask(RAN_AT) })).toEqual([
      'good: a backup could be restored at 2027-01-05T02:15:00+01:00',
    ])
  })

  it('suggests a drill if the last one was more than forty days ago', () => {
    expect(findingsOf({ drill: succeededTask(NOW - 41 * DAY_LENGTH) })).toEqual([
      'hint: the last one was at 2026-11-27T13:40:00+01:00: ordi drill',
    ])
  })

  it('says why AFTER_BACKUP and the drill have failed', () => {
    expect(findingsOf({ drill: failedTask(RAN_AT), afterBackup: failedTask(RAN_AT) })).toEqual([
      'wrong: failed at 2027-01-05T02:15:00+01:00: status 1',
      'wrong: the last one failed: status 1. Try again: ordi drill',
    ])
  })
})
