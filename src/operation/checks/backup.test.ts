import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { backupCheck } from './backup.ts'

const BACKUP = { encrypted: false, bytes: 5000, late: false }
/** Returns the state with a backup that was made this many hours before NOW. */
const madeBefore = (hours: number) => ({ ...BACKUP, at: NOW - hours * HOUR, age: hours * HOUR })
/** Returns the state without a backup, this many hours after the first start. */
const noneAfter = (hours: number) => ({ ...BACKUP, at: undefined, bytes: undefined, age: hours * HOUR })

const NEVER_DRILLED = undefined

it.each([
  {
    state: 'of last night',
    backup: madeBefore(11),
    drilledAt: NEVER_DRILLED,
    title: 'Sicherung in Ordnung',
    detail: 'zuletzt heute 02:40',
  },
  {
    state: 'of last night that is encrypted, and was tried in a drill',
    backup: { ...madeBefore(11), encrypted: true },
    drilledAt: NOW - DAY_LENGTH,
    title: 'Sicherung in Ordnung',
    detail: 'zuletzt heute 02:40, verschlüsselt, geprobt gestern 13:40',
  },
  {
    state: 'that the first night is still to make',
    backup: noneAfter(5),
    drilledAt: NEVER_DRILLED,
    title: 'Noch keine Sicherung',
    detail: 'Sie wird jede Nacht von selbst gemacht.',
  },
])('the start page shows the backup $state', ({ backup, drilledAt, title, detail }) => {
  expect(backupCheck.alerts?.({ backup, drilledAt }, NOW)).toEqual([
    { level: 'info', kind: 'backup', card: { title, detail, href: '' } },
  ])
})

it.each([
  {
    fault: 'was never made',
    state: noneAfter(40),
    banner: 'Es gibt noch keine Sicherung.',
    title: 'Keine Sicherung',
    detail: 'Warum keine entsteht, sagt das Protokoll des Servers.',
  },
  {
    fault: 'is three days old',
    state: madeBefore(83),
    banner: 'Seit 3 Tagen gibt es keine neue Sicherung.',
    title: 'Sicherung veraltet',
    detail: 'zuletzt Mo\u00a04.\u00a0Jänner, 02:40',
  },
  {
    fault: 'is 40 hours old',
    state: madeBefore(40),
    banner: 'Seit 40 Stunden gibt es keine neue Sicherung.',
    title: 'Sicherung veraltet',
    detail: 'zuletzt Di\u00a05.\u00a0Jänner, 21:40',
  },
])('a backup that $fault and is late is a danger', ({ state, banner, title, detail }) => {
  const late = { ...state, late: true }
  expect(backupCheck.alerts?.({ backup: late, drilledAt: NEVER_DRILLED }, NOW)).toEqual([
    { level: 'danger', kind: 'backup', banner, card: { title, detail, href: '' } },
  ])
})

it.each([
  { text: 'good: 11 hours old, not encrypted', state: madeBefore(11) },
  { text: 'good: 11 hours old, encrypted', state: { ...madeBefore(11), encrypted: true } },
  { text: 'hint: there is none yet. The first night makes one; now: ordi backup', state: noneAfter(5) },
  {
    text: 'wrong: there is none. Make one now, and look into the log: ordi backup',
    state: { ...noneAfter(40), late: true },
  },
  {
    text: 'wrong: the last one is 83 hours old. Make one now, and look into the log: ordi backup',
    state: { ...madeBefore(83), late: true },
  },
])('ordi doctor says: $text', ({ text, state }) => {
  const findings = backupCheck.doctor?.findings({ backup: state, drilledAt: NEVER_DRILLED }, NOW)
  expect(findingRows(findings)).toEqual([text])
})

it('a database in memory has neither an alert nor a finding about backups', () => {
  const inMemory = { backup: undefined, drilledAt: NEVER_DRILLED }
  expect(backupCheck.alerts?.(inMemory, NOW)).toEqual([])
  expect(backupCheck.doctor?.findings(inMemory, NOW)).toEqual([])
})
