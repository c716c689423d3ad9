import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { alertRows, findingRows } from '../../testing/alerts.ts'
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

it.each<[ReturnType<typeof facts>, ...string[]]>([
  [facts(MADE), 'info', '', 'Sicherung in Ordnung', 'zuletzt heute 02:15'],
  [
    facts({ ...MADE, encrypted: true }, NOW - DAY_LENGTH),
    ...['info', '', 'Sicherung in Ordnung', 'zuletzt heute 02:15, verschlüsselt, geprobt gestern 13:40'],
  ],
  [facts(NONE), 'info', '', 'Noch keine Sicherung', 'Sie wird jede Nacht von selbst gemacht.'],
  [
    facts({ ...NONE, age: 40 * HOUR, late: true }),
    ...['danger', 'Es gibt noch keine Sicherung.', 'Keine Sicherung'],
    'Warum keine entsteht, sagt das Protokoll des Servers.',
  ],
  [
    facts(OLD),
    ...['danger', 'Seit 3 Tagen gibt es keine neue Sicherung.', 'Sicherung veraltet'],
    'zuletzt Mo\u00a04.\u00a0Jänner, 02:15',
  ],
  [
    facts({ ...OLD, age: 40 * HOUR }),
    ...['danger', 'Seit 40 Stunden gibt es keine neue Sicherung.', 'Sicherung veraltet'],
    'zuletzt Mo\u00a04.\u00a0Jänner, 02:15',
  ],
])('the alert of %j', (given, level = '', ...texts) => {
  expect(alertRows(backup.alerts?.(given, NOW))).toEqual([[level, 'backup', ...texts, '']])
})

it.each([
  [facts(MADE), 'good: 11 hours old, not encrypted'],
  [facts({ ...MADE, encrypted: true }), 'good: 11 hours old, encrypted'],
  [facts(NONE), 'hint: there is none yet. The first night makes one; now: ordi backup'],
  [facts({ ...NONE, late: true }), 'wrong: there is none. Make one now, and look into the log: ordi backup'],
  [facts(OLD), 'wrong: the last one is 83 hours old. Make one now, and look into the log: ordi backup'],
])('ordi doctor says of %j: %s', (given, text) => {
  expect(findingRows(backup.doctor?.findings(given, NOW))).toEqual([text])
})

it('a database in memory has none', () => {
  expect(backup.alerts?.(facts(undefined), NOW)).toEqual([])
  expect(backup.doctor?.findings(facts(undefined), NOW)).toEqual([])
})
