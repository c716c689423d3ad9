import { describe, expect, it } from 'vitest'
import { hashToken } from '../../access/crypto.ts'
import { HOUR } from '../../shared/day.ts'
import { insertAdmin, signIn } from '../../testing/admins.ts'
import { apiRoutes, OPEN_ROUTES } from '../../testing/api-routes.ts'
import type { Browser } from '../../testing/browser.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const UNAUTHORIZED = { error: 'unauthorized', message: 'Bitte melden Sie sich an.' }

/** HTTP methods that a router could treat differently. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const METHODS_WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS']

/** Paths that no route has. They must not tell a stranger which paths exist. */
const PATHS_WITHOUT_ROUTE = ['/api/admin', '/api/admin/', '/api/admin/nothing/at/all']

type Answer = Awaited<ReturnType<Browser['send']>>
type AnsweredCall = { call: string; status: number; isRefused: boolean; hasSession: boolean }

/** Opens a practice without rate limits, with one admin. */
function openPractice() {
  const app = openTestApp({ config: { rateLimits: false } })
  insertAdmin(app)
  return app
}

/** Returns the paths of all routes of the admin area, with 1 for each id, and some without a route. */
function adminPaths({ http }: TestApp): string[] {
  const paths = http.routes
    .map(({ path }) => path)
    // A path with `*` is that of a guard, not of a route.
    .filter((path) => path.startsWith('/api/admin') && !path.includes('*'))
    .map((path) => path.replace(/:\w+(\{[^}]*\})?/g, '1'))
  return [...new Set(paths), ...PATHS_WITHOUT_ROUTE]
}

/** Calls each path of the admin area with every method that needs a session, each time in a new browser. */
async function callAllGuarded(app: TestApp, newBrowser: () => Browser): Promise<AnsweredCall[]> {
  const answeredCalls: AnsweredCall[] = []
  for (const path of adminPaths(app))
    for (const method of METHODS.filter((candidate) => needsSession(candidate, path))) {
      const body = METHODS_WITHOUT_BODY.includes(method) ? undefined : {}
      const answer = await newBrowser().send(method, path, body)
      answeredCalls.push({
        call: `${method} ${path}`,
        status: answer.status,
        isRefused: isRefusal(method, answer),
        hasSession: answer.headers.has('session-expires-at'),
      })
    }
  return answeredCalls
}

/** Returns whether a call needs a session. The route of GET answers HEAD too. */
function needsSession(method: string, path: string): boolean {
  return !OPEN_ROUTES.has(`${method.replace('HEAD', 'GET')} ${path}`)
}

/** Returns whether the answer is that to a call without a session, which says nothing else. */
function isRefusal(method: string, { status, text, headers }: Answer): boolean {
  // An answer to HEAD has no body.
  const body = method === 'HEAD' ? '' : JSON.stringify(UNAUTHORIZED)
  return status === 401 && text === body && !headers.has('session-expires-at')
}

/** Expects that every call that needs a session is refused with this header. */
async function expectAllRefused(app: TestApp, authorization: string | undefined): Promise<void> {
  const headers = authorization === undefined ? {} : { authorization }
  const calls = await callAllGuarded(app, () => app.browser('203.0.113.7', headers))
  expect(calls).toContainEqual(expect.objectContaining({ call: 'POST /api/admin/logout' }))
  expect(calls.filter(({ isRefused }) => !isRefused)).toEqual([])
}

describe('every call of the admin area that needs a session', () => {
  it('is refused without a token, and changes nothing', async () => {
    const app = openPractice()
    const bytesBefore = app.ctx().db.$client.serialize()
    await expectAllRefused(app, undefined)
    expect(bytesBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it.each<{ forgery: string; forge: (token: string) => string }>([
    // It is as long as a token, so that it is refused for what it is.
    { forgery: 'an invented token', forge: (token) => 'x'.repeat(token.length) },
    {
      forgery: 'another first character',
      forge: (token) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
    },
    { forgery: 'the stored hash', forge: hashToken },
    { forgery: 'a character more', forge: (token) => `${token}x` },
  ])('is refused with a forged token: $forgery', async ({ forge }) => {
    const app = openPractice()
    const { token } = await signIn(app)
    await expectAllRefused(app, `Bearer ${forge(token)}`)
  })

  it('is refused with an expired token', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    app.pass(HOUR)
    await expectAllRefused(app, `Bearer ${token}`)
  })

  it('is refused with the token of an ended session', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    await browser.post('/api/admin/logout')
    await expectAllRefused(app, `Bearer ${browser.token}`)
  })

  it('is let through with a valid token, whatever the route then says', async () => {
    const app = openPractice()
    // Each call has its own session, because some calls end it.
    const calls = await callAllGuarded(app, () => app.admin())
    expect(calls).toContainEqual(expect.objectContaining({ call: 'POST /api/admin/logout', status: 204 }))
    expect(calls.filter(({ status, hasSession }) => status === 401 || !hasSession)).toEqual([])
  })
})

describe('a call without a session', () => {
  it.each([...OPEN_ROUTES])('reaches the open route %s, which examines the body', async (route) => {
    const app = openPractice()
    expect(apiRoutes(app).map(({ method, path }) => `${method} ${path}`)).toContain(route)
    const [method = '', path = ''] = route.split(' ')
    const { status } = await app.browser().send(method, path, method === 'GET' ? undefined : {})
    // The options of a passkey need no body; this practice has no URL for which passkeys work.
    expect(status).toBe(route.endsWith('/passkey/options') ? 409 : 400)
  })

  it.each(['confirm', 'approve', 'reject'])('does not %s without a signature', async (call) => {
    const browser = openPractice().browser()
    const { status, json } = await browser.post(`/api/admin/${call}`, { id: 'x'.repeat(32), message: '' })
    expect([status, json]).toEqual([401, UNAUTHORIZED])
  })
})
