import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { aHold, aRequest, book } from '../testing/factory.ts'
import { openLoggedApp } from '../testing/logged-app.ts'

describe('an unexpected error', () => {
  it('is answered with a neutral sentence and a request id, which is logged', async () => {
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
  })

  it('is answered even if the IP address of the visitor is unknown', async () => {
    const { app } = openLoggedApp()
    app.ctx().db.$client.exec('drop table services')
    expect((await app.http.request('/api/services')).status).toBe(500)
  })

  it('is logged without personal data, ids and queries', async () => {
    const { app, lines } = openLoggedApp()
    const browser = app.browser()
    const booking = (await book(app, browser, '2027-01-12T08:30:00+01:00')).json
    const hold = (await browser.post('/api/hold', aHold({ start: '2027-01-13T08:30:00+01:00' }))).json
    const body = await aRequest(app, hold.hold_id)
    // Each of the calls below needs one of these tables.
    app.ctx().db.$client.exec(`pragma foreign_keys = off;
      drop table events; drop table services; drop table settings;
      alter table bookings rename to b; alter table email_verifications rename to e`)
    const answers = [
      await browser.post('/api/booking/confirm', body),
      await browser.post('/api/hold', aHold()),
      await browser.get(`/api/bookings/${booking.id}`),
      await browser.get(`/api/bookings/${booking.id}/termin.ics?x=${booking.id}`),
      await browser.get('/api/email/status?email=rosa@musterfrau.example'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
    expect(lines).toHaveLength(5)
    const ids = [booking.id, hold.hold_id, body.turnstile_token]
    for (const secret of [...ids, 'Rosa', 'rosa', 'musterfrau', '1237', 'Erfundene', '+4366'])
      expect(lines.join('')).not.toContain(secret)
  })
})

it('an expected refusal is not logged', async () => {
  const { app, lines } = openLoggedApp()
  expect((await app.browser().get('/api/nothing')).status).toBe(404)
  expect((await app.browser().post('/api/hold', {})).status).toBe(400)
  writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
  expect((await app.browser().post('/api/hold', aHold())).status).toBe(503)
  expect(lines).toEqual([])
})
