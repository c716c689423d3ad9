import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { ROLES } from '../shared/role.ts'
import { fieldsOf as fieldsOfGroup, type Group, SETTINGS } from '../shared/settings/settings.ts'
import { anyText } from '../testing/any-text.ts'
import { insertBooking, insertHold, insertVerification } from '../testing/bookings.ts'
import { aContact, aManualBooking } from '../testing/factory.ts'
import { casesOf } from '../testing/models.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'
import { bodySchemas } from './input.ts'

/**
 * Calls every route of the router with mutated paths, queries and bodies, as a visitor and in every role. The
 * fields of a body are those of its schema. The draws are the same each time, and another number of them is
 * drawn for each route by `MODEL_CASES=100 npm run unit -- src/http/fuzz.test.ts`.
 */
const CASES = casesOf(10)

const SEED = 22

const ROSA = 'rosa@musterfrau.example'
const BROWSER = 'the browser of everybody'

/** Plausible values by the name of the field or of the query, wherever it stands. */
const DAY = ['2027-01-12', '2027-01-13', '2027-02-02']
const START = ['2027-01-12T08:30:00+01:00', '2027-01-12T09:30:00+01:00', '2027-01-13T10:00:00+01:00']
const TEXT = ['', 'Bitte pünktlich kommen.', 'Muster']
const WISHES = { not_after: '2027-03-01', not_before: null, weekdays: [1, 2, 3], parts: ['morning'] }
const SERVICE = { id: 'probe', name: 'Probe', description: '', duration_min: 20, resource_id: 'doctor-1' }
const PLAUSIBLE: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(Object.entries(aContact()).map(([name, value]) => [name, [value]])),
  ...Object.fromEntries(
    ['from', 'to', 'date', 'day', 'not_after', 'not_before', 'starts_on', 'until_day'].map((name) => [
      name,
      DAY,
    ]),
  ),
  ...Object.fromEntries(
    ['start', 'start_ts', 'end_ts', 'stop', 'starts_at', 'ends_at', 'until', 'at'].map((name) => [
      name,
      START,
    ]),
  ),
  ...Object.fromEntries(
    [
      'message',
      'reason',
      'q',
      'search',
      'name',
      'description',
      'note',
      'opening',
      'closing',
      'text',
      'title',
      'words',
    ].map((name) => [name, TEXT]),
  ),
  ...Object.fromEntries(Object.entries(WISHES).map(([name, value]) => [name, [value]])),
  email: ['rosa@musterfrau.example', 'neu@musterfrau.example'],
  confirm: ['rosa@musterfrau.example'],
  purpose: ['booking', 'my-bookings'],
  token: ['x'.repeat(43)],
  code: ['123456'],
  password: ['vier Gänse rudern gegenan'],
  current: ['vier Gänse rudern gegenan'],
  next: ['fünf Schwäne stehen still'],
  passkey: [{ id: 'eA', rawId: 'eA', type: 'public-key', response: {}, clientExtensionResults: {} }],
  response: [{ id: 'eA', rawId: 'eA', type: 'public-key', response: {}, clientExtensionResults: {} }],
  service: ['facial', SERVICE],
  service_id: ['folgebehandlung', 'facial'],
  service_name: TEXT,
  service_duration_min: [30],
  resource_id: ['doctor-1'],
  resource: ['doctor-1'],
  contact: [aContact()],
  consent: [true],
  turnstile_token: ['x'],
  answers: [{}, { allergien: 'ja' }],
  take: [true, false],
  ids: [[], ['booking-1', 'booking-2']],
  id: ['booking-1', 'booking-2', 'offer-1'],
  hold_id: ['hold-1'],
  booking_id: ['booking-1', 'booking-2'],
  move: ['booking-2'],
  notify: [true, false],
  undoable: [true],
  sig: ['1.x'],
  summary: ['1'],
  status: ['requested', 'confirmed', 'failed'],
  when: ['coming', 'past'],
  open: ['1'],
  limit: ['1', '500', 10],
  before: ['5', 5],
  offset: ['0'],
  channel: ['email', 'sms'],
  kind: ['confirmed', 'absence'],
  year: ['2027'],
  role: [...ROLES],
  attendance: ['arrived', null],
  entry: [aManualBooking()],
  mobile: ['+43 664 1234567'],
  phone: ['+43 664 1234567'],
  times: [3],
  every: [1],
  unit: ['weeks', 'days'],
  starts: [START, []],
  minutes: [20],
  workingHours: [{ 1: [{ start: '08:00', end: '12:00' }], 2: null }],
  template: ['general'],
  step: ['services', 'smtp'],
  as: ['skipped', 'confirmed'],
  with_names: [true, false],
  names: [true, false],
  open_on: [true],
  fresh: ['0'],
  actor: ['1'],
  initials_only: [true, false],
  by: ['email', 'sms'],
  end: START,
  nonce: ['x'],
  challenge: ['x'],
}

/** The settings of all groups, and the fields of the practice. */
const OF_SETTINGS: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  [
    ...(Object.keys(SETTINGS) as Group[]).flatMap((group) => Object.keys(fieldsOfGroup(group))),
    'workingHours',
  ].map((name) => [
    name,
    PLAUSIBLE[name] ?? [
      '',
      'praxis.example',
      'https://praxis.example',
      'termine@praxis.example',
      '25',
      25,
      true,
      false,
    ],
  ]),
)

/** Fields that a call reads after its first schema. */
const READ_LATER: Readonly<Record<string, readonly string[]>> = {
  'PUT /api/admin/bookings/:id/contact': Object.keys(aContact()),
  'POST /api/admin/people/accept': ['name', 'password'],
}

/** The words of queries. */
const QUERY = (
  'from to date service service_id resource summary move email id q search status when open limit before channel ' +
  'year start booking_id kind actor nonce token names fresh'
).split(' ')

/** Ids of each list for a part of the path, and what other lists have. */
const IDS: Record<string, readonly string[]> = {
  bookings: ['booking-1', 'booking-2', 'booking-3'],
  patients: ['booking-1'],
  hold: ['hold-1'],
  services: ['facial', 'probe'],
  texts: ['confirmed', 'reminder'],
  settings: ['smtp', 'odoo', 'clicksend'],
  sms: ['clicksend', 'sevenio'],
  webhooks: ['clicksend', 'sevenio'],
  holidays: DAY,
  messages: ['emails', 'sms'],
}
const ANY_ID = ['1', '2', '3', 'emails', 'booking-2', 'x']

/** Values that no form sends. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, 0, -1, 1e21, 1.5, '', ' ', '\0', '\ud800', '٣', '＠', '\u202e', '\r\nBcc: x@y.example'],
  ...[
    '2027-02-30',
    '0000-00-00',
    '+275760-09-13T00:00:00.001Z',
    '2027-03-28T02:30:00',
    '24:00',
    '99999999999',
  ],
  ...[
    "' or 1=1 --",
    '%',
    '_'.repeat(300),
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '<script>',
    '{{x}}',
  ],
  ...[[], {}, [[]], [null], { a: { a: {} } }, 'x'.repeat(20_000), Array.from({ length: 2000 }, () => 'x')],
]

const SERVER_WORDS =
  /node_modules|\.ts:\d|\n\s+at |sqlite|no such (table|column)|constraint failed|(Type|Range|Syntax|Vali|Zod)Error|\[native code\]/i

/** Codes of 502 and 503 that are meant: nothing outside answers, and the practice can close the booking. */
const EXPECTED = new Set<unknown>(['test_failed', 'closed', 'bot_check_unavailable'])

/** Each part of the routes has a practice of its own, because the calls change it, and some end the demo. */
const PARTS = 9

type Route = Readonly<{ method: string; path: string; fields: readonly string[] }>

const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: anyText({ maxLength: 40 }) },
)

/** Draws a value, in which one part is replaced if it has several. */
function valueFor(name: string): fc.Arbitrary<unknown> {
  const plausible = fc.constantFrom(...(PLAUSIBLE[name] ?? OF_SETTINGS[name] ?? TEXT))
  const withFault = fc.tuple(plausible, fc.nat(), hostile).map(([whole, at, fault]) => {
    if (typeof whole !== 'object' || whole === null) return fault
    const keys = Object.keys(whole)
    const key = keys[at % Math.max(1, keys.length)] ?? '0'
    return Array.isArray(whole) ? [fault, ...whole.slice(1)] : { ...whole, [key]: fault }
  })
  return fc.oneof(
    { weight: 6, arbitrary: plausible },
    { weight: 2, arbitrary: withFault },
    { weight: 1, arbitrary: hostile },
  )
}

/** Draws some of the fields, with or without one that is unknown. */
function recordOf(names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.option(valueFor(name), { nil: undefined, freq: 6 })])),
  )
  const unknown = fc.constantFrom('', '__proto__', 'x', 'constructor')
  return fc.oneof(
    { weight: 9, arbitrary: fields },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fields, unknown, hostile)
        .map(([sent, name, value]) => ({ ...sent, [name]: value })),
    },
  )
}

function pathOf(path: string): fc.Arbitrary<string> {
  const parts = path.split('/').map((part, i, all) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const ids = fc.constantFrom(...(IDS[all[i - 1] ?? ''] ?? ANY_ID))
    const wrong = hostile.map(
      (value) => encodeURIComponent(String(JSON.stringify(value)).slice(0, 200)) || 'x',
    )
    return fc.oneof(
      { weight: 5, arbitrary: ids },
      { weight: 1, arbitrary: fc.constantFrom(...ANY_ID) },
      { weight: 1, arbitrary: wrong },
    )
  })
  return fc.tuple(...parts).map((drawn) => drawn.join('/'))
}

/** Opens a practice with something of each kind. It reaches a mail server, and nothing else outside. */
function openFuzzedApp() {
  const { log, lines } = recordLog('error')
  const offline = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  const app = openTestApp({
    config: { rateLimits: false },
    ports: {
      log,
      mail: { send: async () => ({ ok: true }) },
      httpFetch: () => Promise.reject(new TypeError('fetch failed', { cause: offline })),
      resolveHost: () => Promise.reject(offline),
    },
  })
  app.setUpSms()
  app.setUpOdoo()
  const { db, now } = app.ctx()
  const at = (startsAt: number) => ({ email: ROSA, startsAt, endsAt: startsAt + HOUR })
  insertBooking(db, { id: 'booking-1', ...at(now + 5 * DAY_LENGTH) })
  insertBooking(db, { id: 'booking-2', status: 'confirmed', ...at(now + 6 * DAY_LENGTH) })
  insertBooking(db, { id: 'booking-3', status: 'confirmed', ...at(now - DAY_LENGTH) })
  insertVerification(db, { email: ROSA, browser: BROWSER, now })
  const hold = () => insertHold(db, { email: ROSA, now: Date.now(), startsAt: now + 12 * DAY_LENGTH })
  return { app, lines, hold }
}

/** Every route of the API, from the router, with the fields of its body. */
function apiRoutes(app: TestApp): Route[] {
  const found = new Map<string, Route>()
  for (const { method, path, handler } of app.http.routes) {
    if (method === 'ALL' || !path.startsWith('/api/')) continue
    const name = `${method} ${path}`
    const given = bodySchemas.get(handler)
    const schema = typeof given === 'function' ? given(app.ctx(), {}) : given
    const fields = [...(found.get(name)?.fields ?? READ_LATER[name] ?? []), ...namesIn(schema)]
    found.set(name, { method, path, fields: method === 'GET' ? QUERY : [...new Set(fields)] })
  }
  return [...found.values()]
}

type Schema = Readonly<{
  entries?: object
  pipe?: readonly unknown[]
  options?: readonly unknown[]
  wrapped?: unknown
  getter?: (sent: unknown) => unknown
}>

/** Returns the names of an object's schema, those of all alternatives where it has several. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { entries, pipe = [], options = [], wrapped, getter } = schema as Schema
  if (entries !== undefined) return Object.keys(entries)
  const chosen = getter === undefined ? [] : [{}, PLAUSIBLE].map((sent) => getter(sent))
  return [...pipe.slice(0, 1), ...options, ...chosen, wrapped].flatMap(namesIn)
}

describe('calls with mutated paths, queries and bodies', () => {
  it('are made of the fields that each route reads', () => {
    const routes = apiRoutes(openFuzzedApp().app)
    expect(routes.length).toBeGreaterThan(130)
    const fieldsOf = (name: string) =>
      routes.find(({ method, path }) => `${method} ${path}` === name)?.fields.toSorted()
    expect(fieldsOf('POST /api/patient/move')).toEqual(['id', 'message', 'resource', 'start'])
    expect(fieldsOf('POST /api/hold')).toEqual(expect.arrayContaining(['contact', 'service_id', 'start']))
    expect(fieldsOf('POST /api/waiting-list')).toEqual(expect.arrayContaining(['email', 'service_id']))
    expect(fieldsOf('PUT /api/admin/settings/smtp')).toContain('SMTP_HOST')
  })

  it.each(Array.from({ length: PARTS }, (_, part) => part))(
    'are answered or refused in its own words and without an error in the log, to visitors and in every role: part %i',
    async (part) => {
      const { app, lines, hold } = openFuzzedApp()
      const routes = apiRoutes(app)
      const size = Math.ceil(routes.length / PARTS)
      const statuses: number[] = []
      for (const route of routes.slice(part * size, (part + 1) * size)) {
        for (const call of fc.sample(callOf(route), { numRuns: CASES, seed: SEED })) {
          const { role, path, body } = call
          if (app.rows('select id from holds').length === 0) IDS.hold = [hold()]
          const browser =
            role === 'visitor'
              ? app.browser('203.0.113.7', {}, new Map([['ordi_browser', BROWSER]]))
              : app.admin(`${role}@ordination.example`, role)
          const { status, json, text } = await browser.send(route.method, path, body)
          const outcome = status < 500 || EXPECTED.has(json?.error) ? 'its own answer' : `${status} ${text}`
          const called = JSON.stringify({ method: route.method, ...call })
          expect([outcome, lines], called).toEqual(['its own answer', []])
          if (json?.error !== undefined) expect(text, called).not.toMatch(SERVER_WORDS)
          statuses.push(status)
          app.pass(1000)
        }
      }
      expect(Math.min(...statuses)).toBeLessThan(300)
      expect(Math.max(...statuses)).toBeGreaterThan(399)
    },
  )
})

/** Draws a call of the route, mostly by a doctor where visitors may not call it. */
function callOf({ method, path, fields }: Route) {
  const role = path.startsWith('/api/admin/')
    ? fc.constantFrom('doctor', 'doctor', 'doctor', ...ROLES, 'visitor' as const)
    : fc.constant('visitor' as const)
  const query = fc.tuple(pathOf(path), recordOf(fields)).map(([called, asked]) => {
    const pairs = Object.entries(asked).filter(([, value]) => value !== undefined)
    const text = (value: unknown) => String(value).toWellFormed().slice(0, 2000)
    return `${called}?${new URLSearchParams(pairs.map(([name, value]) => [name, text(value)]))}`
  })
  const body = fc.oneof(
    { weight: 9, arbitrary: recordOf(fields) as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value) ?? '') },
  )
  return method === 'GET'
    ? fc.record({ role, path: query, body: fc.constant(undefined) })
    : fc.record({ role, path: pathOf(path), body })
}
