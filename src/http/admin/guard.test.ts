import { describe, expect, it } from 'vitest'
import { hashToken } from '../../access/crypto.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { anAdmin, signIn } from '../../testing/admins.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** Signing in, and what a signed link may do in a token's place (decisions, section 3). */
const OPEN = new Set([
  'POST /api/admin/login',
  'POST /api/admin/confirm',
  'POST /api/admin/approve',
  'POST /api/admin/reject',
])
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const SHUT = { error: 'unauthorized', message: 'Bitte melden Sie sich an.' }

function anOrdination() {
  const app = openTestApp({ config: { rateLimits: false } })
  anAdmin(app)
  return app
}

/** Every path of the admin area as the router itself knows it, so that a new one cannot be forgotten. */
function adminPaths({ http }: TestApp): string[] {
  const paths = http.routes
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/admin') && !path.includes('*'))
    .map((path) => path.replace(/:\w+(\{[^}]*\})?/g, '1'))
  return [...new Set(paths), '/api/admin', '/api/admin/', '/api/admin/nothing/at/all']
}

/** Calls each of them by every method, and answers those that were not refused as they must be. */
async function slipped(app: TestApp, authorization: string | undefined) {
  const faults: unknown[] = []
  for (const path of adminPaths(app)) {
    for (const method of METHODS.filter((each) => !OPEN.has(`${each} ${path}`))) {
      const browser = app.browser('203.0.113.7', authorization === undefined ? {} : { authorization })
      const answer = await browser.send(method, path, /GET|HEAD|OPTIONS/.test(method) ? undefined : {})
      const refused = answer.status === 401 && (method === 'HEAD' || answer.text === JSON.stringify(SHUT))
      if (!refused || answer.headers.has('session-expires-at')) faults.push([method, path, answer.status])
    }
  }
  return faults
}

describe('every route of the admin area', () => {
  it('is there to be tried', () => {
    const paths = adminPaths(anOrdination())
    for (const path of ['/login', '/logout', '/session', '/sessions', '/sessions/1', '/password', '/audit'])
      expect(paths).toContain(`/api/admin${path}`)
  })

  it('is shut without a token', async () => {
    const app = anOrdination()
    expect(await slipped(app, undefined)).toEqual([])
  })

  it('is shut with a forged token', async () => {
    const app = anOrdination()
    const { token } = await signIn(app)
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const authorization of [
      `Bearer ${'x'.repeat(32)}`,
      `Bearer ${flipped}`,
      `Bearer ${hashToken(token)}`,
      `Bearer ${token}x`,
    ])
      expect(await slipped(app, authorization)).toEqual([])
  })

  it('is shut with a token that has expired: for an hour nobody was there', async () => {
    const app = anOrdination()
    const { token } = await signIn(app)
    app.pass(HOUR)
    expect(await slipped(app, `Bearer ${token}`)).toEqual([])
  })

  it('is shut with a token that has expired: twelve hours are enough', async () => {
    const app = anOrdination()
    const browser = await signIn(app)
    for (let i = 0; i < 12; i++) {
      expect((await browser.get('/api/admin/session')).status).toBe(200)
      app.pass(HOUR - 1)
    }
    app.pass(12)
    expect(await slipped(app, `Bearer ${browser.token}`)).toEqual([])
  })

  it('is shut with the token of somebody who has logged out', async () => {
    const app = anOrdination()
    const browser = await signIn(app)
    await browser.post('/api/admin/logout')
    expect(await slipped(app, `Bearer ${browser.token}`)).toEqual([])
  })

  it('is open to a live one, so that shutting it out is worth something', async () => {
    const app = anOrdination()
    const { token } = await signIn(app)
    expect(await slipped(app, `Bearer ${token}`)).toContainEqual(['POST', '/api/admin/logout', 204])
  })
})

describe('what stands open', () => {
  it('is one door for signing in and three for links, which ask for a signature or a token', async () => {
    const app = anOrdination()
    const routes = app.http.routes.map(({ method, path }) => `${method} ${path}`)
    for (const route of OPEN) expect(routes).toContain(route)
    for (const call of ['confirm', 'approve', 'reject']) {
      const answer = await app.browser().post(`/api/admin/${call}`, { id: 'x'.repeat(32), message: '' })
      expect([answer.status, answer.json]).toEqual([401, SHUT])
    }
  })
})

describe('a bearer token', () => {
  it.each([
    ['another scheme', (token: string) => `Basic ${token}`],
    ['no scheme', (token: string) => token],
    ['two tokens', (token: string) => `Bearer ${token} ${token}`],
    ['two schemes', (token: string) => `Bearer Bearer ${token}`],
    ['quotes', (token: string) => `Bearer "${token}"`],
    ['nothing', () => 'Bearer'],
    ['a space', () => 'Bearer  '],
  ])('is not taken with %s', async (_, authorization) => {
    const app = anOrdination()
    const { token } = await signIn(app)
    const answer = await app.browser().get('/api/admin/session', { authorization: authorization(token) })
    expect([answer.status, answer.json]).toEqual([401, SHUT])
  })

  it('is not taken from an address or a cookie', async () => {
    const app = anOrdination()
    const { token } = await signIn(app)
    for (const [path, headers] of [
      [`/api/admin/session?token=${token}`, {}],
      [`/api/admin/session?access_token=${token}`, {}],
      ['/api/admin/session', { cookie: `token=${token}; session=${token}` }],
    ] as const)
      expect((await app.browser().get(path, headers)).status).toBe(401)
  })

  it('tells with every answer until when it holds, refusals included', async () => {
    const app = anOrdination()
    const browser = await signIn(app)
    app.pass(MINUTE)
    for (const path of ['/api/admin/session', '/api/admin/nothing', '/api/admin/audit?limit=0'])
      expect([path, (await browser.get(path)).headers.get('session-expires-at')]).toEqual([
        path,
        '2027-01-07T14:41:00+01:00',
      ])
    expect((await browser.get('/api/admin/nothing')).json.error).toBe('unknown_path')
  })
})
