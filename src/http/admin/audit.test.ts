import { describe, expect, it } from 'vitest'
import { recordAudit } from '../../access/audit.ts'
import { ADMIN, anAdmin, login, signIn } from '../../testing/admins.ts'
import { openTestApp } from '../../testing/test-app.ts'

async function signedIn() {
  const app = openTestApp()
  anAdmin(app)
  await login(app, { password: 'wrong' })
  return { app, browser: await signIn(app) }
}

describe('the audit', () => {
  it('is listed newest first', async () => {
    const { browser } = await signedIn()
    const answer = await browser.get('/api/admin/audit')
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        entries: [
          {
            id: 2,
            at: '2027-01-07T13:40:00+01:00',
            actor: 'admin',
            actor_name: ADMIN,
            action: 'login',
            subject: '',
          },
          {
            id: 1,
            at: '2027-01-07T13:40:00+01:00',
            actor: 'visitor',
            actor_name: '',
            action: 'login-failed',
            subject: ADMIN,
          },
        ],
        more: false,
      },
    ])
  })

  it('has pages of 100 entries by default', async () => {
    const { app, browser } = await signedIn()
    for (let i = 0; i < 148; i++) recordAudit(app.ctx(), 'logout')
    const page = async (query = '') => {
      const { entries, more } = (await browser.get(`/api/admin/audit${query}`)).json
      return [entries.length, entries[0]?.id, entries.at(-1)?.id, more]
    }
    expect(await page()).toEqual([100, 150, 51, true])
    expect(await page('?before=51')).toEqual([50, 50, 1, false])
    expect(await page('?before=51&limit=20')).toEqual([20, 50, 31, true])
    expect(await page('?limit=500')).toEqual([150, 150, 1, false])
    expect(await page('?before=1')).toEqual([0, undefined, undefined, false])
  })

  it.each([
    ['limit=0', { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' }],
    ['limit=501', { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' }],
    ['limit=-1', { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' }],
    ['limit=all', { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' }],
    ['before=x', { before: 'Bitte die Nummer eines Eintrags angeben.' }],
    ['before=', { before: 'Bitte die Nummer eines Eintrags angeben.' }],
  ])('is refused for %s', async (query, fields) => {
    const { browser } = await signedIn()
    const answer = await browser.get(`/api/admin/audit?${query}`)
    expect([answer.status, answer.json.error, answer.json.fields]).toEqual([400, 'invalid', fields])
  })

  it('cannot be changed by any call', async () => {
    const { app, browser } = await signedIn()
    const before = app.rows('select * from audit')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/api/admin/audit', '/api/admin/audit/1'])
        expect((await browser.send(method, path, {})).status).toBe(404)
    expect(app.rows('select * from audit')).toEqual(before)
  })
})
