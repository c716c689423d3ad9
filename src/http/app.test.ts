import { describe, expect, it } from 'vitest'
import { changingRoutes, openCaller } from '../testing/api-routes.ts'
import { openTestApp } from '../testing/test-app.ts'

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
    { method: 'PUT', path: '/api/hold' },
    { method: 'GET', path: '/api/hold' },
    { method: 'POST', path: '/api/status' },
    { method: 'DELETE', path: '/api/services/facial' },
  ])('can be a known path with another method: $method $path', async ({ method, path }) => {
    const body = method === 'GET' ? undefined : {}
    expect((await openTestApp().browser().send(method, path, body)).json.error).toBe('unknown_path')
  })
})

describe('the content type of a call that changes something', () => {
  it('must be JSON', async () => {
    const TYPES_OF_FORMS = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      '',
    ]
    const TYPES_LIKE_JSON = [
      'application/jsonp',
      'application/json-patch+json',
      'text/json',
      'text/plain; application/json',
    ]
    const refusal = { error: 'unsupported_media_type', message: 'Diese Anfrage muss JSON sein.' }
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const type of [...TYPES_OF_FORMS, ...TYPES_LIKE_JSON]) {
        const headers = { 'content-type': type }
        const { status, json } = await openCaller(app, path).send(method, path, '{}', headers)
        expect([path, type, status, json]).toEqual([path, type, 415, refusal])
      }
    }
  })

  it.each([
    { sent: 'a body', init: { body: new TextEncoder().encode('{}') } },
    { sent: 'nothing, although the call reads a body', init: {} },
  ])('must not be missing: $sent', async ({ init }) => {
    const { http } = openTestApp()
    expect((await http.request('/api/hold', { method: 'POST', ...init })).status).toBe(415)
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'])(
    'can be %s',
    async (type) => {
      const answer = await openTestApp().browser().post('/api/hold', {}, { 'content-type': type })
      // The type is accepted, so the empty body is the first fault.
      expect(answer.json.error).toBe('invalid')
    },
  )
})

describe('the body of a call that changes something', () => {
  /** Calls that read no body. */
  const WITHOUT_BODY = new Set([
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
  /** Calls with their own code or sentence for an invalid body. */
  const OWN_REFUSALS: Record<string, { error: string; message: string }> = {
    '/api/email/send': { error: 'invalid', message: 'Bitte gültige E-Mail eingeben.' },
    '/api/admin/login': {
      error: 'email and password required',
      message: 'E-Mail und Passwort sind erforderlich.',
    },
  }
  const USUAL_REFUSAL = { error: 'invalid', message: 'Bitte prüfen Sie Ihre Angaben.' }

  it.each([
    { fault: 'empty', body: '' },
    { fault: 'half a text of JSON', body: '{"email":"rosa@' },
    { fault: 'no JSON', body: 'email=rosa' },
    { fault: 'a list', body: '[]' },
    { fault: 'null', body: 'null' },
    { fault: 'a text', body: '"x"' },
    { fault: 'a number', body: '1e999' },
    { fault: 'a very deep list', body: '['.repeat(20_000) + ']'.repeat(20_000) },
  ])('is refused when it is $fault', async ({ body }) => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      // Many of the calls with an id read no body either.
      if (path.includes('some-id') || WITHOUT_BODY.has(`${method} ${path}`)) continue
      const headers = { 'content-type': 'application/json' }
      const { status, json } = await openCaller(app, path).send(method, path, body, headers)
      const { error, message } = OWN_REFUSALS[path] ?? USUAL_REFUSAL
      expect([path, status, json.error, json.message]).toEqual([path, 400, error, message])
    }
  })

  describe('without fields', () => {
    const extendHold = (body: unknown) => openTestApp().browser().post('/api/hold/some-id/extend', body)

    it.each([{ body: undefined }, { body: '' }, { body: {} }])(
      'may be missing or empty: $body',
      async ({ body }) => {
        expect((await extendHold(body)).json.error).toBe('hold_expired')
      },
    )

    it('is refused with an unknown field', async () => {
      const { status, json } = await extendHold({ minutes: 60 })
      expect([status, json.error, json.fields]).toEqual([400, 'invalid', { minutes: 'Unbekannte Angabe.' }])
    })

    it.each(['[]', '{', '1'])('is refused with anything but an object: %s', async (body) => {
      expect((await extendHold(body)).json.error).toBe('invalid')
    })
  })
})

describe('a call that changes something', () => {
  it('is refused from pages of other sites', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': site, origin: 'https://evil.example' }
        const { status, json } = await app.browser().send(method, path, {}, headers)
        expect([path, status, json?.error]).toEqual([path, 403, 'cross_site'])
      }
    }
  })

  it('is accepted from the own pages, and from no page', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const site of ['same-origin', 'none']) {
        const { status } = await app.browser().send(method, path, {}, { 'sec-fetch-site': site })
        expect([path, status]).not.toEqual([path, 403])
      }
    }
  })

  it('is the only kind that is refused: other sites may read', async () => {
    const answer = await openTestApp().browser().get('/api/status', { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
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
