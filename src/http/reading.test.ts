import { describe, expect, it } from 'vitest'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('reading', () => {
  it('does not change the database, by GET or by HEAD', async () => {
    const app = openTestApp()
    const browser = app.browser()
    const booking = (await book(app, browser, '2027-01-12T08:30:00+01:00')).json
    await verifyEmailAddress(app, browser)
    const hold = (await browser.post('/api/hold', aHold({ start: '2027-01-13T08:30:00+01:00' }))).json
    // The first trial write of the health check leaves no row but changes the file, so it is made first.
    await browser.get('/api/health')
    const bytesBefore = app.ctx().db.$client.serialize()

    const paths = [
      '/api/status',
      '/api/health',
      '/api/services',
      '/api/bot-check/challenge',
      '/api/closures?from=2027-01-01&to=2027-02-01',
      '/api/slots?date=2027-01-12&service=facial',
      '/api/slots?summary=1&from=2027-01-01&to=2027-02-01',
      '/api/email/status?email=rosa@musterfrau.example',
      `/api/bookings/${booking.id}`,
      `/api/bookings/${booking.id}/termin.ics`,
      `/api/hold/${hold.hold_id}`,
      `/api/hold/${hold.hold_id}/extend`,
      '/api/booking/confirm',
    ]
    for (const path of paths) for (const method of ['GET', 'HEAD']) await browser.send(method, path)
    expect(bytesBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('answers HEAD like GET, without a body', async () => {
    const answer = await openTestApp().browser().send('HEAD', '/api/services')
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})
