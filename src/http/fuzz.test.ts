import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking, insertHold, insertVerification } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { callOf, type FuzzedCall } from '../testing/fuzz/calls.ts'
import { fuzzedRoutes } from '../testing/fuzz/routes.ts'
import { caseCount } from '../testing/model-test-commands.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'

/**
 * These tests call every route of the router with mutated paths, queries and bodies, as a visitor and in
 * every role. The fields of a body are those of its schema.
 */

/**
 * The calls that are drawn for each route. `MODEL_CASES=100 npm run unit -- src/http/fuzz.test.ts` draws
 * more.
 */
const CASES_PER_ROUTE = caseCount(10)
/** A fixed seed, so that the draws are the same each time. */
const SEED = 22

const ROSA_EMAIL = 'rosa@musterfrau.example'
const VISITOR_SECRET = 'the browser of everybody'

/** Words that must not leak from the server. */
const SERVER_WORDS =
  /node_modules|\.ts:\d|\n\s+at |sqlite|no such (table|column)|constraint failed|(Type|Range|Syntax|Vali|Zod)Error|\[native code\]/i

/** Expected codes of 502 and 503: no external server answers, and a call can close the booking. */
const EXPECTED_CODES = new Set<unknown>(['test_failed', 'closed', 'bot_check_unavailable'])

/** Each part of the routes has its own practice, because the calls change it, and some end the demo. */
const PART_COUNT = 9

/** Opens a practice with some data of each kind. It reaches a mail server, but nothing else outside. */
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
  const hourOfRosa = (startsAt: number) => ({ email: ROSA_EMAIL, startsAt, endsAt: startsAt + HOUR })
  insertBooking(db, { id: 'booking-1', ...hourOfRosa(now + 5 * DAY_LENGTH) })
  insertBooking(db, { id: 'booking-2', status: 'confirmed', ...hourOfRosa(now + 6 * DAY_LENGTH) })
  insertBooking(db, { id: 'booking-3', status: 'confirmed', ...hourOfRosa(now - DAY_LENGTH) })
  insertVerification(db, { email: ROSA_EMAIL, browser: VISITOR_SECRET, now })
  const insertOwnHold = () =>
    insertHold(db, { email: ROSA_EMAIL, now: Date.now(), startsAt: now + 12 * DAY_LENGTH })
  return { app, lines, insertOwnHold }
}

/** Returns a browser of the call's role. That of a visitor has verified ROSA_EMAIL. */
function browserOf(app: TestApp, { role }: FuzzedCall): Browser {
  return role === 'visitor'
    ? app.browser('203.0.113.7', {}, new Map([['ordi_browser', VISITOR_SECRET]]))
    : app.admin(`${role}@ordination.example`, role)
}

/** Expects a deliberate answer in the portal's own words, and no `lines` in the error log. */
function expectOwnWords(
  { status, json, text }: Awaited<ReturnType<Browser['send']>>,
  { call, lines }: Readonly<{ call: FuzzedCall; lines: readonly string[] }>,
): void {
  const outcome = status < 500 || EXPECTED_CODES.has(json?.error) ? 'its own answer' : `${status} ${text}`
  const called = JSON.stringify(call)
  expect([outcome, lines], called).toEqual(['its own answer', []])
  if (json?.error !== undefined) expect(text, called).not.toMatch(SERVER_WORDS)
}

describe('calls with mutated paths, queries and bodies', () => {
  it('consist of the fields that each route reads', () => {
    const routes = fuzzedRoutes(openFuzzedApp().app)
    expect(routes.length).toBeGreaterThan(130)
    const fieldsOf = (name: string) =>
      routes.find(({ method, path }) => `${method} ${path}` === name)?.fields.toSorted()
    expect(fieldsOf('POST /api/patient/move')).toEqual(['id', 'message', 'resource', 'start'])
    expect(fieldsOf('POST /api/hold')).toEqual(expect.arrayContaining(['contact', 'service_id', 'start']))
    expect(fieldsOf('POST /api/waiting-list')).toEqual(expect.arrayContaining(['email', 'service_id']))
    expect(fieldsOf('PUT /api/admin/settings/smtp')).toContain('SMTP_HOST')
  })

  it.each(Array.from({ length: PART_COUNT }, (_, part) => part))(
    'get an answer in the portal’s own words and log no error, for visitors and every role: part %i',
    async (part) => {
      const { app, lines, insertOwnHold } = openFuzzedApp()
      const routes = fuzzedRoutes(app)
      const routesPerPart = Math.ceil(routes.length / PART_COUNT)
      const statuses: number[] = []
      let holdId = 'unknown'
      for (const route of routes.slice(part * routesPerPart, (part + 1) * routesPerPart)) {
        for (const call of fc.sample(callOf(route, holdId), { numRuns: CASES_PER_ROUTE, seed: SEED })) {
          // The previous call may have ended the hold.
          if (app.rows('select id from holds').length === 0) holdId = insertOwnHold()
          const answer = await browserOf(app, call).send(call.method, call.path, call.body)
          expectOwnWords(answer, { call, lines })
          statuses.push(answer.status)
          app.pass(1000)
        }
      }
      // The draws must include valid and refused calls.
      expect(Math.min(...statuses)).toBeLessThan(300)
      expect(Math.max(...statuses)).toBeGreaterThan(399)
    },
  )
})
