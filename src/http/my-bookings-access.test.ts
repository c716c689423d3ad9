import { describe, expect, it } from 'vitest'
import { deleteExpiredVerifications } from '../booking/verified-addresses.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { lastCode, lastToken, verifyEmailAddress } from '../testing/factory.ts'
import {
  expectUnverified,
  LISTED_EMAIL,
  openMyBookingsApp,
  readList,
  requestLink,
} from '../testing/my-bookings-app.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'

describe('the list of appointments is open', () => {
  it('in the browser that opens the link, not in the one that requested it', async () => {
    const app = openTestApp()
    const asking = app.browser()
    const opening = app.browser()
    await requestLink(asking)
    const answer = await opening.post('/api/email/verify', { token: lastToken(app) })
    expect([answer.status, answer.json]).toEqual([200, { verified: true }])
    expect((await readList(opening)).status).toBe(200)
    await expectUnverified(asking)
    const status = await asking.get(`/api/email/status?email=${LISTED_EMAIL}`)
    expect(status.json).toEqual({ verified: false })
  })

  it('only once by the same link', async () => {
    const app = openTestApp()
    await requestLink(app.browser())
    const openByLink = () => app.browser().post('/api/email/verify', { token: lastToken(app) })
    expect([(await openByLink()).status, (await openByLink()).status]).toEqual([200, 410])
  })

  it('for an hour after it was last read', async () => {
    const { app, browser } = await openMyBookingsApp()
    app.pass(HOUR - 1)
    expect((await readList(browser)).json.expires_at).toBe(isoAt(NOW + HOUR - 1 + HOUR))
    app.pass(HOUR - 1)
    expect((await readList(browser)).status).toBe(200)
    app.pass(HOUR)
    await expectUnverified(browser)
  })

  it('for at most twelve hours, however often it is read', async () => {
    const { app, browser } = await openMyBookingsApp()
    // The list is read every half hour, the last time half an hour before the end.
    const readings = 2 * 12 - 1
    for (let reading = 1; reading <= readings; reading++) {
      app.pass(30 * MINUTE)
      expect((await readList(browser)).status).toBe(200)
    }
    expect((await readList(browser)).json.expires_at).toBe(isoAt(NOW + 12 * HOUR))
    app.pass(30 * MINUTE)
    await expectUnverified(browser)
  })

  it('until it is closed, which also invalidates its links and codes', async () => {
    const { app, browser } = await openMyBookingsApp()
    await verifyEmailAddress(app, browser)
    await requestLink(browser)

    const closed = await browser.delete('/api/my/session')
    expect([closed.status, closed.text]).toEqual([204, ''])
    await expectUnverified(browser)
    const byCode = await browser.post('/api/email/verify', { email: LISTED_EMAIL, code: lastCode(app) })
    expect(byCode.status).toBe(410)
    // The verification for bookings remains.
    expect((await browser.get(`/api/email/status?email=${LISTED_EMAIL}`)).json).toEqual({ verified: true })
  })

  it('even if nothing can be written', async () => {
    const { app, browser } = await openMyBookingsApp()
    app.pass(30 * MINUTE)
    app.ctx().db.$client.pragma('query_only = on')
    const answer = await readList(browser)
    expect([answer.status, answer.json.expires_at]).toEqual([200, isoAt(NOW + HOUR)])
  })
})

it('a list that is not open can be closed', async () => {
  expect((await openTestApp().browser().delete('/api/my/session')).status).toBe(204)
})

it('the verification that opened a list is deleted after a day', async () => {
  const { app, browser } = await openMyBookingsApp()
  app.pass(DAY_LENGTH)
  deleteExpiredVerifications(app.ctx())
  expect(app.rows('select id from email_verifications')).toEqual([])
  await expectUnverified(browser)
})
