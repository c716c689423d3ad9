import { describe, expect, it } from 'vitest'
import { hashToken } from '../../access/crypto.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertAdmin, signIn } from '../../testing/admins.ts'
import { OPEN_ROUTES } from '../../testing/api-routes.ts'
import type { Browser } from '../../testing/browser.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const UNAUTHORIZED = { error: 'unauthorized', message: 'Bitte melden Sie sich an.' }

/** HTTP methods that a router could treat differently. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Opens a practice without rate limits, with one admin. */
function openPractice() {
  const app = openTestApp({ config: { rateLimits: false } })
  insertAdmin(app)
  return app
}

/** Returns every path of the admin area, from the router. */
function adminPaths({ http }: TestApp): string[] {
  const paths = http.routes
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/admin') && !path.includes('*'))
    .map((path) => path.replace(/:\w+(\{[^}]*\})?/g, '1'))
  return [...new Set(paths), '/api/admin', '/api/admin/', '/api/admin/nothing/at/all']
}

/** Calls each path with every method that needs a session. @returns the calls that were not refused */
async function listNotRefused(app: TestApp, authorization: string | undefined) {
  const browser = app.browser('203.0.113.7', authorization === undefined ? {} : { authorization })
  const notRefused: unknown[] = []
  for (const path of adminPaths(app))
    for (const method of METHODS) {
      if (!needsSession(method, path)) continue
      const answer = await browser.send(method, path, /GET|HEAD|OPTIONS/.test(method) ? undefined : {})
      if (!isRefusal(method, answer)) notRefused.push([method, path, answer.status])
    }
  return notRefused
}

type Answer = Awaited<ReturnType<Browser['send']>>

/** Returns whether the answer is that to a call without a session, which says nothing else. */
function isRefusal(method: string, { status, text, headers }: Answer): boolean {
  // An answer to HEAD has no body.
  const body = method === 'HEAD' ? '' : JSON.stringify(UNAUTHORIZED)
  return status === 401 && text === body && !headers.has('session-expires-at')
}

/** Returns whether a call needs a session. The route of GET answers HEAD too. */
function needsSession(method: string, path: string): boolean {
  return !OPEN_ROUTES.has(`${method.replace('HEAD', 'GET')} ${path}`)
}

describe('every route of the admin area', () => {
  it('is refused without a token, and changes nothing', async () => {
    const app = openPractice()
    const bytesBefore = app.ctx().db.$client.serialize()
    expect(await listNotRefused(app, undefined)).toEqual([])
    expect(bytesBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it.each<{ forgery: string; forge: (token: string) => string }>([
    { forgery: 'an invented token', forge: () => 'x'.repeat(32) },
    {
      forgery: 'another first character',
      forge: (token) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
    },
    { forgery: 'the stored hash', forge: hashToken },
    { forgery: 'a character more', forge: (token) => `${token}x` },
  ])('is refused with a forged token: $forgery', async ({ forge }) => {
    const app = openPractice()
    const { token } = await signIn(app)
    expect(await listNotRefused(app, `Bearer ${forge(token)}`)).toEqual([])
  })

  it('is refused with an expired token', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    app.pass(HOUR)
    expect(await listNotRefused(app, `Bearer ${token}`)).toEqual([])
  })

  it('is refused with the token of an ended session', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    await browser.post('/api/admin/logout')
    expect(await listNotRefused(app, `Bearer ${browser.token}`)).toEqual([])
  })

  it('is allowed with a valid token', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    expect(await listNotRefused(app, `Bearer ${token}`)).toContainEqual(['POST', '/api/admin/logout', 204])
  })
})

describe('a call without a session', () => {
  it('is allowed on the open routes only, all of which exist', () => {
    const routes = openPractice().http.routes.map(({ method, path }) => `${method} ${path}`)
    for (const route of OPEN_ROUTES) expect(routes).toContain(route)
  })

  it.each(['confirm', 'approve', 'reject'])('does not %s without a signature', async (call) => {
    const browser = openPractice().browser()
    const { status, json } = await browser.post(`/api/admin/${call}`, { id: 'x'.repeat(32), message: '' })
    expect([status, json]).toEqual([401, UNAUTHORIZED])
  })
})

describe('a bearer token', () => {
  it.each<{ form: string; write: (token: string) => string }>([
    { form: 'another scheme', write: (token) => `Basic ${token}` },
    { form: 'no scheme', write: (token) => token },
    { form: 'two tokens', write: (token) => `Bearer ${token} ${token}` },
    { form: 'the scheme twice', write: (token) => `Bearer Bearer ${token}` },
    { form: 'quotes', write: (token) => `Bearer "${token}"` },
    { form: 'no token', write: () => 'Bearer' },
    { form: 'spaces instead of a token', write: () => 'Bearer  ' },
  ])('is refused in a header with $form', async ({ write }) => {
    const app = openPractice()
    const { token } = await signIn(app)
    const headers = { authorization: write(token) }
    const { status, json } = await app.browser().get('/api/admin/session', headers)
    expect([status, json]).toEqual([401, UNAUTHORIZED])
  })

  it('is accepted in any letter case of the scheme (RFC 9110, 11.1)', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    for (const scheme of ['bearer', 'BEARER']) {
      const { status } = await app
        .browser()
        .get('/api/admin/session', { authorization: `${scheme} ${token}` })
      expect(status, scheme).toBe(200)
    }
  })

  it('is ignored in a URL and in a cookie', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    const statusOf = async (path: string, headers?: Record<string, string>) =>
      (await app.browser().get(path, headers)).status
    expect(await statusOf(`/api/admin/session?token=${token}`)).toBe(401)
    expect(await statusOf(`/api/admin/session?access_token=${token}`)).toBe(401)
    expect(await statusOf('/api/admin/session', { cookie: `token=${token}; session=${token}` })).toBe(401)
  })

  it.each([
    { path: '/api/admin/session', status: 200 },
    { path: '/api/admin/nothing', status: 404 },
    { path: '/api/admin/audit?limit=0', status: 400 },
  ])('expires an hour after its last call, as every answer says: $path', async ({ path, status }) => {
    const app = openPractice()
    const browser = await signIn(app)
    app.pass(MINUTE)
    const answer = await browser.get(path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('session-expires-at')).toBe(isoAt(NOW + MINUTE + HOUR))
  })
})
