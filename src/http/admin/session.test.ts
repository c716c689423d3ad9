import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { ADMIN, insertAdmin, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import { listActions } from '../../testing/signed-in-app.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

type ListedSession = { id: number; device: string; created_at: string; seen_at: string; current: boolean }

const OTHER_ADMIN = 'dr.muster@ordination.example'

/** Opens a practice with two admins, ADMIN and OTHER_ADMIN. */
function openPractice() {
  const app = openTestApp()
  insertAdmin(app)
  insertAdmin(app, { email: OTHER_ADMIN, name: 'Dr. Muster' })
  return app
}

describe('the session', () => {
  it('has its admin, role and expiry, and whether a second factor is on', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    app.pass(10 * MINUTE)
    const answer = await browser.get('/api/admin/session')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      user: { name: 'Assistenz', email: ADMIN, role: 'doctor' },
      // An hour after this call, and twelve hours after the sign-in.
      expiresAt: isoAt(NOW + 10 * MINUTE + HOUR),
      lastsUntil: isoAt(NOW + 12 * HOUR),
      ttlMinutes: 60,
      second_factor: false,
      factors: [],
    })
    expect(answer.headers.get('session-expires-at')).toBe(answer.json.expiresAt)
    await turnOnSecondFactor(browser)
    expect((await browser.get('/api/admin/session')).json.second_factor).toBe(true)
  })

  it('ends by signing out, but others continue', async () => {
    const app = openPractice()
    const leaving = await signIn(app)
    const staying = await signIn(app)
    const answer = await leaving.post('/api/admin/logout')
    expect([answer.status, answer.text]).toEqual([204, ''])
    const refusal = { error: 'unauthorized', message: 'Bitte melden Sie sich an.' }
    for (const call of [leaving.get('/api/admin/session'), leaving.post('/api/admin/logout')]) {
      const { status, json } = await call
      expect([status, json]).toEqual([401, refusal])
    }
    expect((await staying.get('/api/admin/session')).status).toBe(200)
    expect(listActions(app)).toEqual(['login', 'login', 'logout'])
  })

  it('is not extended by polling the status', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    for (const path of ['/api/admin/status', '/api/admin/status/']) {
      app.pass(29 * MINUTE)
      expect((await browser.get(path)).headers.get('session-expires-at')).toBe(isoAt(NOW + HOUR))
    }
    app.pass(2 * MINUTE)
    expect((await browser.get('/api/admin/status')).status).toBe(401)
  })

  it('is not extended by a page that loads its data again while nobody uses it', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    app.pass(59 * MINUTE)
    const reloaded = await browser.get('/api/admin/waiting-list', { 'X-Unattended': '1' })
    expect(reloaded.headers.get('session-expires-at')).toBe(isoAt(NOW + HOUR))
    app.pass(2 * MINUTE)
    expect((await browser.get('/api/admin/waiting-list')).status).toBe(401)
  })
})

describe('the sessions of an admin', () => {
  /**
   * Opens a practice with two devices of one admin and one of another. `listSessions` reads the list on the
   * office computer.
   */
  async function openThreeDevices() {
    const app = openPractice()
    const office = await signIn(app, {}, 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0')
    app.pass(5 * MINUTE)
    const phone = await signIn(app, {}, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1')
    const otherAdmin = await signIn(app, { email: OTHER_ADMIN })
    const listSessions = async () => (await office.get('/api/admin/sessions')).json as ListedSession[]
    return { app, office, phone, otherAdmin, listSessions }
  }

  it('are listed with devices and times, and the current one is marked', async () => {
    const { listSessions } = await openThreeDevices()
    expect(await listSessions()).toEqual([
      {
        id: expect.any(Number),
        device: 'Firefox auf Windows',
        created_at: isoAt(NOW),
        seen_at: isoAt(NOW + 5 * MINUTE),
        current: true,
      },
      {
        id: expect.any(Number),
        device: 'Safari auf iPhone',
        created_at: isoAt(NOW + 5 * MINUTE),
        seen_at: isoAt(NOW + 5 * MINUTE),
        current: false,
      },
    ])
  })

  it('can be ended one by one, and a second call changes nothing', async () => {
    const { app, office, phone, listSessions } = await openThreeDevices()
    const idOfPhone = (await listSessions()).find(({ current }) => !current)?.id
    const endPhone = async () => (await office.delete(`/api/admin/sessions/${idOfPhone}`)).status
    expect([await endPhone(), await endPhone()]).toEqual([204, 204])
    expect((await phone.get('/api/admin/session')).status).toBe(401)
    expect(await listSessions()).toHaveLength(1)
    expect(listActions(app)).toEqual(['login', 'login', 'login', 'sessions-ended'])
  })

  it('are not ended by another admin, and an unknown id ends none', async () => {
    const { otherAdmin, listSessions } = await openThreeDevices()
    const listIds = async () => (await listSessions()).map(({ id }) => String(id))
    const idsBefore = await listIds()
    for (const id of [...idsBefore, 'x', '%', '9'.repeat(400)])
      expect((await otherAdmin.delete(`/api/admin/sessions/${encodeURIComponent(id)}`)).status).toBe(204)
    expect(await listIds()).toEqual(idsBefore)
  })

  it('can all be ended except the current one, and those of another admin continue', async () => {
    const { office, phone, otherAdmin, listSessions } = await openThreeDevices()
    expect((await office.delete('/api/admin/sessions')).status).toBe(204)
    expect((await listSessions()).map(({ current }) => current)).toEqual([true])
    expect((await phone.get('/api/admin/session')).status).toBe(401)
    expect((await otherAdmin.get('/api/admin/session')).status).toBe(200)
  })
})
