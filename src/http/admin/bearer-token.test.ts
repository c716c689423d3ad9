import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertAdmin, signIn } from '../../testing/admins.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const UNAUTHORIZED = { error: 'unauthorized', message: 'Bitte melden Sie sich an.' }

/** Opens a practice with one admin. */
function openPractice() {
  const app = openTestApp()
  insertAdmin(app)
  return app
}

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
