import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { backup } from './backup.ts'

const AT = Date.parse('2027-01-07T02:15:00+01:00')
const MADE = { at: AT, encrypted: false, bytes: 5000, age: 11 * HOUR, late: false }
const NONE = { ...MADE, at: undefined, bytes: undefined, age: 36 * HOUR }
const OLD = { ...MADE, at: AT - 3 * DAY_LENGTH, age: 83 * HOUR, late: true }
const facts = (state: typeof MADE | typeof NONE | undefined, drilledAt?: number) => ({
  backup: state,
  drilledAt,
})

it.each([
  {
    state: 'of last night',
    given: facts(MADE),
    title: 'Sicherung in Ordnung',
    detail: 'zuletzt heute 02:15',
  },
  {
    state: 'of last night that is encrypted, and was tried in a drill',
    given: facts({ ...MADE, encrypted: true }, NOW - DAY_LENGTH),
    title: 'Sicherung in Ordnung',
    detail: 'zuletzt heute 02:15, verschlüsselt, geprobt gestern 13:40',
  },
  {
    state: 'that the first night is still to make',
    given: facts(NONE),
    title: 'Noch keine Sicherung',
    detail: 'Sie wird jede Nacht von selbst gemacht.',
  },
])('the start page tells of the backup $state', ({ given, title, detail }) => {
  expect(backup.alerts?.(given, NOW)).toEqual([
    { level: 'info', kind: 'backup', card: { title, detail, href: '' } },
  ])
})

it.each([
  {
    fault: 'was never made',
    given: facts({ ...NONE, age: 40 * HOUR, late: true }),
    banner: 'Es gibt noch keine Sicherung.',
    title: 'Keine Sicherung',
    detail: 'Warum keine entsteht, sagt das Protokoll des Servers.',
  },
  {
    fault: 'is three days old',
    given: facts(OLD),
    banner: 'Seit 3 Tagen gibt es keine neue Sicherung.',
    title: 'Sicherung veraltet',
    detail: 'zuletzt Mo\u00a04.\u00a0Jänner, 02:15',
  },
  {
    fault: 'is 40 hours old',
    given: facts({ ...OLD, age: 40 * HOUR }),
    banner: 'Seit 40 Stunden gibt es keine neue Sicherung.',
    title: 'Sicherung veraltet',
    detail: 'zuletzt Mo\u00a04.\u00a0Jänner, 02:15',
  },
])('it is a danger that the backup $fault', ({ given, banner, title, detail }) => {
  expect(backup.alerts?.(given, NOW)).toEqual([
    { level: 'danger', kind: 'backup', banner, card: { title, detail, href: '' } },
  ])
})

it.each([
  ['good: 11 hours old, not encrypted', facts(MADE)],
  ['good: 11 hours old, encrypted', facts({ ...MADE, encrypted: true })],
  ['hint: there is none yet. The first night makes one; now: ordi backup', facts(NONE)],
  ['wrong: there is none. Make one now, and look into the log: ordi backup', facts({ ...NONE, late: true })],
  ['wrong: the last one is 83 hours old. Make one now, and look into the log: ordi backup', facts(OLD)],
])('ordi doctor says: %s', (text, given) => {
  expect(findingRows(backup.doctor?.findings(given, NOW))).toEqual([text])
})

it('a database in memory has neither an alert nor a finding about backups', () => {
  expect(backup.alerts?.(facts(undefined), NOW)).toEqual([])
  expect(backup.doctor?.findings(facts(undefined), NOW)).toEqual([])
})
