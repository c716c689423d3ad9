import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { ADMIN, insertAdmin, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import { listActions } from '../../testing/signed-in-app.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const OTHER_ADMIN = 'dr.muster@ordination.example'

/** Opens a practice with two admins, ADMIN and OTHER. */
function openPractice() {
  const app = openTestApp()
  insertAdmin(app)
  insertAdmin(app, { email: OTHER_ADMIN, name: 'Dr. Muster' })
  return app
}

type Listed = { id: number; device: string; created_at: string; seen_at: string; current: boolean }

describe('the session', () => {
  it('has its admin, role and expiry, and whether a second factor is on', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    app.pass(10 * MINUTE)
    const answer = await browser.get('/api/admin/session')
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        user: { name: 'Assistenz', email: ADMIN, role: 'doctor' },
        // An hour after this call, and twelve hours after the sign-in.
        expiresAt: isoAt(NOW + 10 * MINUTE + HOUR),
        lastsUntil: isoAt(NOW + 12 * HOUR),
        ttlMinutes: 60,
        second_factor: false,
        factors: [],
      },
    ])
    expect(answer.headers.get('session-expires-at')).toBe(answer.json.expiresAt)
    await turnOnSecondFactor(browser)
    expect((await browser.get('/api/admin/session')).json.second_factor).toBe(true)
  })

  it('ends by signing out, but others continue', async () => {
    const app = openPractice()
    const one = await signIn(app)
    const two = await signIn(app)
    const answer = await one.post('/api/admin/logout')
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const ended of [await one.get('/api/admin/session'), await one.post('/api/admin/logout')])
      expect([ended.status, ended.json]).toEqual([
        401,
        { error: 'unauthorized', message: 'Bitte melden Sie sich an.' },
      ])
    expect((await two.get('/api/admin/session')).status).toBe(200)
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
    const ofOtherAdmin = await signIn(app, { email: OTHER_ADMIN })
    const listSessions = async () => (await office.get('/api/admin/sessions')).json as Listed[]
    return { app, office, phone, ofOtherAdmin, listSessions }
  }

  it('are listed with devices and times, and the current one is marked', async () => {
    const { listSessions } = await openThreeDevices()
    expect(await listSessions()).toEqual([
      {
        id: expect.any(Number),
        device: 'Firefox auf Windows',
        created_at: '2027-01-07T13:40:00+01:00',
        seen_at: '2027-01-07T13:45:00+01:00',
        current: true,
      },
      {
        id: expect.any(Number),
        device: 'Safari auf iPhone',
        created_at: '2027-01-07T13:45:00+01:00',
        seen_at: '2027-01-07T13:45:00+01:00',
        current: false,
      },
    ])
  })

  it('can be ended one by one, and a second call changes nothing', async () => {
    const { app, office, phone, listSessions } = await openThreeDevices()
    const idOfPhone = (await listSessions()).find(({ current }) => !current)?.id
    for (let i = 0; i < 2; i++)
      expect((await office.delete(`/api/admin/sessions/${idOfPhone}`)).status).toBe(204)
    expect((await phone.get('/api/admin/session')).status).toBe(401)
    expect(await listSessions()).toHaveLength(1)
    expect(listActions(app)).toEqual(['login', 'login', 'login', 'sessions-ended'])
  })

  it('are not ended by another admin, and an unknown id ends none', async () => {
    const { ofOtherAdmin, listSessions } = await openThreeDevices()
    const before = (await listSessions()).map(({ id }) => String(id))
    for (const id of [...before, 'x', '%', '9'.repeat(400)])
      expect((await ofOtherAdmin.delete(`/api/admin/sessions/${encodeURIComponent(id)}`)).status).toBe(204)
    expect((await listSessions()).map(({ id }) => String(id))).toEqual(before)
  })

  it('can all be ended except the current one, and those of another admin continue', async () => {
    const { office, phone, ofOtherAdmin, listSessions } = await openThreeDevices()
    expect((await office.delete('/api/admin/sessions')).status).toBe(204)
    expect((await listSessions()).map(({ current }) => current)).toEqual([true])
    expect((await phone.get('/api/admin/session')).status).toBe(401)
    expect((await ofOtherAdmin.get('/api/admin/session')).status).toBe(200)
  })
})
