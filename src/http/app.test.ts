import { closeSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { webhookUrl } from '../messaging/sms/delivery-reports.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { anyText } from '../testing/any-text.ts'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { aContact, aHold, aRequest, book, verifyEmailAddress } from '../testing/factory.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'
import { openServer } from './server.ts'

type Given = Parameters<typeof openTestApp>[0]

function openLoggedApp(given: Given = {}) {
  const { log, lines } = recordLog()
  return { app: openTestApp({ ...given, ports: { log } }), lines }
}

type Route = { method: string; path: string }

/** Every route of the API once, from the router. */
function apiRoutes({ http }: TestApp): Route[] {
  const routes = http.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, 'some-id') }))
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

/** Every route that changes something, except webhooks, which accept forms too. */
const changingRoutes = (app: TestApp) =>
  apiRoutes(app).filter(({ method, path }) => method !== 'GET' && !path.startsWith('/api/webhooks/'))

/** A browser with the session that the route needs. */
function caller(app: TestApp, path: string) {
  return path.startsWith('/api/admin/') ? app.admin() : app.browser()
}

describe('the security headers', () => {
  const HEADERS = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }

  it.each<[number, string, string, unknown?, Record<string, string>?]>([
    [200, 'GET', '/api/status'],
    [200, 'HEAD', '/api/status'],
    [204, 'DELETE', '/api/hold/x'],
    [400, 'GET', '/api/slots'],
    [401, 'GET', '/api/admin/services'],
    [403, 'POST', '/api/hold', {}, { 'sec-fetch-site': 'cross-site' }],
    [404, 'GET', '/api/nothing'],
    [404, 'GET', '/nothing.txt'],
    [413, 'POST', '/api/hold', 'x'.repeat(70_000)],
    [415, 'POST', '/api/hold', 'x', { 'content-type': 'text/plain' }],
    [500, 'POST', '/api/email/send', { email: 'rosa@musterfrau.example' }],
  ])('are in a %i', async (status, method, path, body, headers) => {
    const { app } = openLoggedApp()
    app.ctx().db.$client.exec('drop table attempts')
    const answer = await app.browser().send(method, path, body, headers)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS)
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      expect([name, answer.headers.get(name)]).toEqual([name, null])
  })

  const OWN = {
    'default-src': `'none'`,
    'script-src': `'self'`,
    'style-src': `'self'`,
    'img-src': `'self' data:`,
    'font-src': `'self'`,
    'connect-src': `'self'`,
    'worker-src': `'self'`,
    'manifest-src': `'self'`,
    'frame-src': `'self' https://www.google.com`,
    'object-src': `'none'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
  }

  it.each([
    ['own content only', {}, { ...OWN, 'require-trusted-types-for': `'script'`, 'trusted-types': 'ordi' }],
    [
      'Cloudflare’s scripts and frames when its key is set',
      { turnstileSiteKey: 'site' },
      {
        ...OWN,
        'script-src': `'self' https://challenges.cloudflare.com`,
        'frame-src': `'self' https://www.google.com https://challenges.cloudflare.com`,
      },
    ],
  ])('allow %s', async (_, config, policy) => {
    const { headers } = await openTestApp({ config }).browser().get('/api/status')
    const rules = Object.entries(policy).map((rule) => rule.join(' '))
    expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual(rules.toSorted())
  })

  it.each([
    ['https', {}, 'max-age=31536000'],
    ['https', { hstsIncludeSubdomains: true }, 'max-age=31536000; includeSubDomains'],
    ['http', {}, null],
  ])('require https when the visitor uses it: %s %j', async (scheme, changes, strict) => {
    const config = { trustedProxies: ['203.0.113.7'], ...changes }
    const answer = await openTestApp({ config }).browser().get('/api/status', { 'x-forwarded-proto': scheme })
    expect(answer.headers.get('strict-transport-security')).toBe(strict)
  })
})

describe('an unknown path', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/status/more', '/api/__proto__', '/api/%00'])(
    'under /api is 404 in JSON: %s',
    async (path) => {
      const browser = openTestApp().browser()
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const { status, json } = await browser.send(method, path, method === 'GET' ? undefined : {})
        const refusal = { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' }
        expect([method, status, json]).toEqual([method, 404, refusal])
      }
    },
  )

  it.each([
    ['PUT', '/api/hold'],
    ['GET', '/api/hold'],
    ['POST', '/api/status'],
    ['DELETE', '/api/services/facial'],
  ])('is another method of a known path: %s %s', async (method, path) => {
    const body = method === 'GET' ? undefined : {}
    expect((await openTestApp().browser().send(method, path, body)).json.error).toBe('unknown_path')
  })
})

describe('a call that changes something', () => {
  /** Calls without a body. */
  const READS_NOTHING = new Set([
    'DELETE /api/my/session',
    'POST /api/admin/logout',
    'POST /api/admin/demo/end',
    'POST /api/admin/odoo/pull',
    'POST /api/admin/login/passkey/options',
    'POST /api/admin/account/passkeys/challenge',
    'POST /api/admin/odoo/first-sync',
    'DELETE /api/admin/first-steps',
    'POST /api/admin/installation/backup',
    'POST /api/admin/holds/release',
    'POST /api/admin/installation/examination',
    'DELETE /api/admin/sessions',
  ])
  const REFUSALS: Record<string, [code: string, sentence: string]> = {
    '/api/email/send': ['invalid', 'Bitte gültige E-Mail eingeben.'],
    '/api/admin/login': ['email and password required', 'E-Mail und Passwort sind erforderlich.'],
  }

  it('accepts JSON only', async () => {
    const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', '']
    const ALIKE = [
      'application/jsonp',
      'application/json-patch+json',
      'text/json',
      'text/plain; application/json',
    ]
    const refusal = { error: 'unsupported_media_type', message: 'Diese Anfrage muss JSON sein.' }
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const type of [...FORMS, ...ALIKE]) {
        const { status, json } = await caller(app, path).send(method, path, '{}', { 'content-type': type })
        expect([path, type, status, json]).toEqual([path, type, 415, refusal])
      }
    }
  })

  it('needs a content type when it has a body', async () => {
    const { http } = openTestApp()
    for (const body of [undefined, new TextEncoder().encode('{}')])
      expect((await http.request('/api/hold', { method: 'POST', ...(body && { body }) })).status).toBe(415)
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'])(
    'accepts %s',
    async (type) => {
      const answer = await openTestApp().browser().post('/api/hold', {}, { 'content-type': type })
      expect(answer.json.error).toBe('invalid')
    },
  )

  it.each([
    ['nothing', ''],
    ['half of it', '{"email":"rosa@'],
    ['no JSON', 'email=rosa'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a number', '1e999'],
    ['a very deep list that ends', '['.repeat(20_000) + ']'.repeat(20_000)],
  ])('is refused when its body is %s', async (_, body) => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      if (path.includes('some-id') || READS_NOTHING.has(`${method} ${path}`)) continue
      const headers = { 'content-type': 'application/json' }
      const { status, json } = await caller(app, path).send(method, path, body, headers)
      const refusal = REFUSALS[path] ?? ['invalid', 'Bitte prüfen Sie Ihre Angaben.']
      expect([path, status, json.error, json.message]).toEqual([path, 400, ...refusal])
    }
  })

  it('is refused from pages of other sites', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const site of ['cross-site', 'same-site']) {
        const answer = await app
          .browser()
          .send(method, path, {}, { 'sec-fetch-site': site, origin: 'https://evil.example' })
        expect([path, answer.status, answer.json?.error]).toEqual([path, 403, 'cross_site'])
      }
      for (const site of ['same-origin', 'none'])
        expect((await app.browser().send(method, path, {}, { 'sec-fetch-site': site })).status).not.toBe(403)
    }
    expect((await app.browser().get('/api/status', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })

  it('does not answer CORS preflights', async () => {
    const answer = await openTestApp().browser().send('OPTIONS', '/api/hold', undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })
    expect(answer.status).toBe(404)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('a body', () => {
  const filled = (bytes: number) => `{"email":"${'x'.repeat(bytes - 12)}"}`

  it('may have 64 KB', async () => {
    const browser = openTestApp().browser()
    expect((await browser.post('/api/email/send', filled(64 * 1024))).json.error).toBe('invalid')
    const answer = await browser.post('/api/email/send', filled(64 * 1024 + 1))
    const refusal = { error: 'too_large', message: 'Die Anfrage ist zu groß.' }
    expect([answer.status, answer.json]).toEqual([413, refusal])
  })

  it('is limited without a Content-Length too', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 16 * 1024
        controller.enqueue(new TextEncoder().encode(' '.repeat(16 * 1024)))
      },
    })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', body: endless, duplex: 'half', headers } as RequestInit
    const answer = await openTestApp().http.request('/api/email/send', init)
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: 'too_large' }])
    expect(sent).toBeLessThan(256 * 1024)
  })

  it.each([
    ['/api/hold', 'Transfer-Encoding: chunked', 'ff\r\n{'],
    ['a webhook', 'Content-Length: 255', '{'],
  ])('that breaks off is no error: %s, %s', async (asked, length, half) => {
    const { app, lines } = openLoggedApp()
    const path = asked.startsWith('/') ? asked : new URL(webhookUrl(app.ctx(), 'sevenio')).pathname
    const { promise: answered, resolve } = Promise.withResolvers<Response>()
    const { port, close } = await openServer(
      (request, env) => {
        const answer = Promise.resolve(app.http.fetch(request, env))
        answer.then(resolve)
        socket.destroy()
        return answer
      },
      { port: 0, host: '127.0.0.1', trustedProxies: [] },
    )
    onTestFinished(close)
    const socket = connect(port, '127.0.0.1')
    const type = 'Content-Type: application/json'
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${type}\r\n${length}\r\n\r\n${half}`)
    expect((await answered).status).toBe(400)
    expect(lines).toEqual([])
  })

  it('is limited when its Content-Length is wrong', async () => {
    const answer = await openTestApp()
      .browser()
      .post('/api/email/send', filled(70_000), { 'content-length': '10', 'transfer-encoding': 'chunked' })
    expect(answer.status).toBe(413)
  })
})

describe('an unexpected error', () => {
  it('is one neutral sentence with a request id, which is logged', async () => {
    const { app, lines } = openLoggedApp()
    app.ctx().db.$client.exec('drop table services')
    const answer = await app.browser().get('/api/services')
    expect([answer.status, answer.json]).toEqual([
      500,
      {
        error: 'internal',
        message: 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es später erneut.',
        request: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ])
    expect(answer.text).not.toMatch(/sqlite|no such table|\.ts|node_modules| at /i)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      msg: 'request failed',
      request: answer.json.request,
      method: 'GET',
      route: '/api/services',
      err: { message: expect.stringContaining('no such table: services') },
    })
    const withoutServer = await app.http.request('/api/services')
    expect(withoutServer.status).toBe(500)
  })

  it('is logged without personal data, ids and queries', async () => {
    const { app, lines } = openLoggedApp()
    const browser = app.browser()
    const { json } = await book(app, browser, '2027-01-12T08:30:00+01:00')
    const hold = (await browser.post('/api/hold', aHold({ start: '2027-01-13T08:30:00+01:00' }))).json
    const body = await aRequest(app, hold.hold_id)
    app.ctx().db.$client.exec(`pragma foreign_keys = off;
      drop table events; drop table services; drop table settings;
      alter table bookings rename to b; alter table email_verifications rename to e`)
    const answers = [
      await browser.post('/api/booking/confirm', body),
      await browser.post('/api/hold', aHold()),
      await browser.get(`/api/bookings/${json.id}`),
      await browser.get(`/api/bookings/${json.id}/termin.ics?x=${json.id}`),
      await browser.get('/api/email/status?email=rosa@musterfrau.example'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
    expect(lines).toHaveLength(5)
    const given = [json.id, hold.hold_id, body.turnstile_token]
    for (const secret of [...given, 'Rosa', 'rosa', 'musterfrau', '1237', 'Erfundene', '+4366'])
      expect(lines.join('')).not.toContain(secret)
  })

  it('of a read-only disk is answered as temporary', async () => {
    const { app, lines } = openLoggedApp()
    const send = () => app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    app.ctx().db.$client.pragma('query_only = on')
    const answer = await send()
    const message =
      'Die Buchung ist gerade nicht möglich. Bitte versuchen Sie es später erneut oder rufen Sie uns an.'
    expect([answer.status, answer.json]).toMatchObject([503, { error: 'unavailable', message }])
    expect(lines).toHaveLength(1)
    app.ctx().db.$client.pragma('query_only = off')
    expect((await send()).status).toBe(200)
  })

  it('of a read-only disk leaves the admin pages readable, and refuses only what is to be saved', async () => {
    const app = openTestApp()
    const admin = app.admin()
    app.pass(HOUR / 2)
    app.ctx().db.$client.pragma('query_only = on')
    const pages = `session status overview bookings calendar?from=2027-01-11&to=2027-01-17 outbox/emails settings/general
      services absences audit feeds sessions odoo`
    for (const path of pages.split(/\s+/))
      expect([path, (await admin.get(`/api/admin/${path}`)).status]).toEqual([path, 200])
    const { status, json } = await admin.put('/api/admin/practice', { name: 'Neu' })
    expect([status, json.error]).toEqual([503, 'unavailable'])
    // The session lives as long as it would have, because nothing was stored.
    app.pass(HOUR / 2)
    expect((await admin.get('/api/admin/session')).status).toBe(401)
  })

  it('of a full disk changes nothing', async () => {
    const { app } = openLoggedApp()
    const browser = app.browser()
    const send = (i: number) => {
      app.pass(HOUR)
      return browser.post('/api/email/send', { email: `patient${i}@musterfrau.example` })
    }
    const db = app.ctx().db.$client
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    let answer = await send(0)
    for (let i = 1; answer.status === 200 && i < 200; i++) answer = await send(i)
    expect([answer.status, answer.json.error]).toEqual([503, 'unavailable'])
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const rowsOf = (table: string) => app.rows(`select id from ${table}`).length
    expect(rowsOf('messages')).toBe(rowsOf('email_verifications'))
    db.pragma('max_page_count = 100000')
    expect((await send(200)).status).toBe(200)
  })

  it('of a damaged page is told apart, and leads to a restore', async () => {
    const file = join(tempDir(), 'ordi.db')
    const practice = openTestApp({ file })
    const { id, startsAt } = insertBooking(practice.ctx().db)
    for (let hour = 1; hour < 40; hour++)
      insertBooking(practice.ctx().db, { startsAt: startsAt + hour * HOUR })
    const pages = practice.rows<{ pageno: number }>(`select pageno from dbstat where name = 'bookings'`)
    practice.close()
    const handle = openSync(file, 'r+')
    for (const { pageno } of pages)
      writeSync(handle, Buffer.alloc(4096, 'noise'), 0, 4096, (pageno - 1) * 4096)
    closeSync(handle)

    const { app, lines } = openLoggedApp({ file, empty: true })
    const answer = await app.browser().get(`/api/bookings/${id}`)
    expect([answer.status, answer.json]).toMatchObject([
      503,
      { error: 'unavailable', request: expect.anything() },
    ])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'fatal',
      msg: 'the database is damaged: stop Ordi and restore a backup (ordi restore FILE --yes)',
    })
    app.pass(HOUR)
    expect((await app.browser().get('/api/health')).status).toBe(503)
    expect((await app.admin().get('/api/admin/status')).json).toMatchObject({
      level: 'danger',
      message: 'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
    })
    app.close()
  })

  it('is logged, a Problem is not', async () => {
    const { app, lines } = openLoggedApp()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    await app.browser().get('/api/nothing')
    await app.browser().post('/api/hold', {})
    expect(lines).toEqual([])
  })
})

describe('the limit for an origin', () => {
  const ask = (app: TestApp, address: string, headers?: Record<string, string>) =>
    app.browser(address).get('/api/health', headers)

  it('is 100 requests a second', async () => {
    const app = openTestApp()
    for (let i = 0; i < 100; i++) expect((await ask(app, '203.0.113.7')).status).toBe(200)
    const refused = await ask(app, '203.0.113.7')
    const message = 'Zu viele Anfragen. Bitte warten Sie ein wenig und versuchen Sie es dann erneut.'
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(refused.json).toEqual({ error: 'too_many', message, retry_after: 1 })
    expect((await ask(app, '203.0.113.8')).status).toBe(200)
    app.pass(1000)
    expect((await ask(app, '203.0.113.7')).status).toBe(200)
  })

  it('is open for patients behind a proxy that is missing in TRUSTED_PROXIES, which log and alert say', async () => {
    const { app, lines } = openLoggedApp()
    const send = async (i: number, address: string) =>
      app.browser(address, { 'x-forwarded-for': `198.51.100.${i}` }).post('/api/email/send', {
        email: `patient${i}@musterfrau.example`,
        turnstile_token: await app.botToken(),
      })
    const statuses = async (address: string) => {
      let accepted = 0
      for (let i = 0; i < 22; i++) if ((await send(i, address)).status === 200) accepted++
      return accepted
    }
    // At a distance it may be anybody who sends the header, so the limits stay.
    expect(await statuses('203.0.113.7')).toBe(20)
    expect((await app.admin().get('/api/admin/status')).json).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('Proxy nicht als vertrauenswürdig eingetragen'),
    })
    app.pass(2 * HOUR)
    expect(await statuses('172.18.0.1')).toBe(22)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', proxy: '203.0.113.7' },
      { level: 'warn', proxy: '172.18.0.1' },
    ])
    const status = await app.admin().get('/api/admin/status')
    expect(status.json).toMatchObject({
      level: 'danger',
      message: expect.stringContaining('TRUSTED_PROXIES setzen: Alle Besucher'),
    })
    app.pass(HOUR)
    await send(0, '172.18.0.1')
    expect(lines).toHaveLength(3)
    app.pass(DAY_LENGTH)
    expect((await app.admin().get('/api/admin/status')).json.message).not.toContain('TRUSTED_PROXIES')
  })

  it('is open for patients whose addresses are hidden, which the log says', async () => {
    const { app, lines } = openLoggedApp({ config: { trustedProxies: ['172.30.84.0/24'] } })
    const browser = app.browser('172.30.84.2', { 'x-forwarded-for': '172.30.84.1' })
    for (let i = 0; i < 22; i++) {
      const answer = await browser.post('/api/email/send', { email: `patient${i}@musterfrau.example` })
      expect(answer.status).toBe(200)
    }
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^a visitor comes from an address of TRUSTED_PROXIES/),
    ])
  })

  it('counts visitors behind a trusted proxy separately', async () => {
    const app = openTestApp({ config: { trustedProxies: ['10.0.0.0/8'] } })
    const askFor = async (forwarded: string) =>
      (await ask(app, '10.0.0.1', { 'x-forwarded-for': forwarded })).status
    for (let i = 0; i < 100; i++) await askFor('198.51.100.1')
    expect(await askFor('192.0.2.99, 198.51.100.1')).toBe(429)
    expect(await askFor('198.51.100.2')).toBe(200)
  })

  it('is off with RATE_LIMITS=off', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (let i = 0; i < 101; i++) expect((await ask(app, '203.0.113.7')).status).toBe(200)
  })
})

describe('random input', () => {
  const SPECIAL = [null, '', [], {}, '__proto__', 'constructor', Number.MAX_VALUE, -0, '\0', '\ud800']
  const weird = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(...SPECIAL, 'x'.repeat(10_000)), anyText())
  const good: Record<string, Record<string, unknown>> = {
    '/api/email/send': { email: 'rosa@musterfrau.example' },
    '/api/email/verify': { email: 'rosa@musterfrau.example', code: '000000' },
    '/api/hold': aHold(),
    '/api/booking/confirm': { hold_id: 'x', contact: aContact(), consent: true, turnstile_token: 'x' },
  }
  const POLLUTION =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"contact":{"__proto__":{"polluted":1}}}'

  /** Makes random requests, none of which may log an error. @returns the app, and its database before them */
  async function sendRandom<Input>(
    inputs: (app: TestApp) => fc.Arbitrary<Input>,
    send: (app: TestApp, browser: Browser, input: Input) => Promise<void>,
    numRuns = 400,
  ) {
    const { app, lines } = openLoggedApp({ config: { rateLimits: false } })
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const before = app.ctx().db.$client.serialize()
    await fc.assert(
      fc.asyncProperty(inputs(app), (input) => send(app, browser, input)),
      { numRuns },
    )
    expect(lines).toEqual([])
    return { app, before }
  }

  it('in a body is refused without an error, and changes nothing', async () => {
    const anything = fc.oneof(
      fc.json(),
      weird.map((value) => JSON.stringify(value)),
      fc.string(),
      fc.constant(POLLUTION),
    )
    const { app, before } = await sendRandom(
      (app) => {
        const routes = changingRoutes(app).filter(({ method }) => method === 'POST')
        return fc.tuple(fc.constantFrom(...routes), anything)
      },
      async (_, browser, [{ path }, body]) => {
        const { status, json } = await browser.post(path, body)
        expect(status >= 400 && status < 500).toBe(true)
        expect([typeof json.error, typeof json.message]).toEqual(['string', 'string'])
      },
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('in a single field causes no error', async () => {
    await sendRandom(
      () => fc.tuple(fc.constantFrom(...Object.entries(good)), fc.nat(), fc.boolean(), weird),
      async (_, browser, [[path, template], pick, inContact, value]) => {
        const body = structuredClone(template)
        const target = inContact && body.contact ? (body.contact as Record<string, unknown>) : body
        const keys = Object.keys(target)
        target[keys[pick % keys.length] ?? ''] = value
        expect((await browser.post(path, body)).status).toBeLessThan(500)
      },
    )
  })

  it('in any part of a request causes no error', async () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'binary-ascii' }),
        fc.constantFrom('1', '-1', '%', '%ff', '..', '__proto__', '2027-13-45', '9'.repeat(400)),
      )
      .map(encodeURIComponent)
    const PARAMETERS = ['limit', 'before', 'from', 'to', 'date', 'service', 'summary', 'email']
    const query = fc.oneof(
      text.map((value) => PARAMETERS.map((name) => `${name}=${value}`).join('&')),
      fc.constantFrom('%&%=%', 'date[]=1', 'date=2027-01-08&date=x&service=facial'),
    )
    const KEYS = ['id', 'email', 'password', 'current', 'next', 'code', 'message', 'service', 'start']
    const value = fc.oneof(weird, fc.constantFrom<unknown>('2027-01-12', 'facial', 1, true))
    const anything = fc.oneof(
      fc.json(),
      fc.dictionary(fc.constantFrom(...KEYS), value).map((body) => JSON.stringify(body)),
    )
    await sendRandom(
      (app) => fc.tuple(fc.constantFrom(...apiRoutes(app)), text, query, anything),
      async (app, _, [{ method, path }, id, asked, body]) => {
        const address = `${path.replaceAll('some-id', id)}?${asked}`
        const sent = method === 'GET' ? undefined : body
        const { status } = await caller(app, path).send(method, address, sent)
        expect([method, address, status]).not.toEqual([method, address, 500])
      },
      1000,
    )
  })
})
