import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { aHold, aRequest, lastCode, lastToken, verifyEmailAddress, wrongCodeFor } from '../testing/factory.ts'
import {
  expectUnverified,
  LISTED_EMAIL,
  openList,
  openMyBookingsApp,
  readList,
  requestLink,
  UNVERIFIED_ANSWER,
} from '../testing/my-bookings-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** Opens the list of LISTED_EMAIL in this browser, which thereby gets a new cookie. */
async function openListBy(way: 'code' | 'link', app: TestApp, browser: Browser) {
  await requestLink(browser)
  const proof = way === 'code' ? { email: LISTED_EMAIL, code: lastCode(app) } : { token: lastToken(app) }
  expect((await browser.post('/api/email/verify', proof)).status).toBe(200)
}

describe.each(['code', 'link'] as const)('opening the list by %s', (way) => {
  it('shows nothing to a stranger who has copied the cookie from before', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const [owner, stranger] = [app.browser(), app.browser()]
    await verifyEmailAddress(app, owner)
    for (const [name, value] of owner.cookies) stranger.cookies.set(name, value)
    await openListBy(way, app, owner)

    await expectUnverified(stranger)
    expect((await stranger.get(`/api/email/status?email=${LISTED_EMAIL}`)).json).toEqual({ verified: false })
    expect((await readList(owner)).json.email).toBe(LISTED_EMAIL)
  })

  it('keeps the hold that the owner has placed before', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const owner = app.browser()
    await verifyEmailAddress(app, owner)
    const hold = (await owner.post('/api/hold', aHold())).json
    await openListBy(way, app, owner)

    const request = await aRequest(app, hold.hold_id)
    expect((await owner.post('/api/booking/confirm', request)).status).toBe(201)
  })

  it('keeps the code that the owner has requested before for another e-mail address', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const owner = app.browser()
    const other = 'other@musterfrau.example'
    await owner.post('/api/email/send', { email: other })
    const codeOfOther = lastCode(app)
    await openListBy(way, app, owner)

    const verified = await owner.post('/api/email/verify', { email: other, code: codeOfOther })
    expect(verified.status).toBe(200)
  })
})

describe('a stranger', () => {
  it('sees nothing with an empty, changed or forged cookie, or one of another name', async () => {
    const { app, browser, addBooking } = await openMyBookingsApp()
    const id = addBooking({})
    const [cookieOfOwner] = browser.cookies
    const [name, value] = cookieOfOwner ?? ['', '']
    const otherLetter = value.startsWith('A') ? 'B' : 'A'
    const changed = [`${otherLetter}${value.slice(1)}`, value.slice(0, -1), `${value}x`]
    const forged = [id, `' or 1=1 --`]
    const withWrongValue = ['', ...changed, ...forged].map((wrong) => `${name}=${wrong}`)
    const withOtherName = `__Host-${name}=${value}`
    for (const cookie of [...withWrongValue, withOtherName]) {
      const { status, json } = await app.browser().get('/api/my/bookings', { cookie })
      expect([cookie, status, json]).toEqual([cookie, 403, UNVERIFIED_ANSWER])
    }
  })

  it('sees nothing without the cookie, even with an id or the e-mail address', async () => {
    const { app, addBooking } = await openMyBookingsApp()
    const id = addBooking({})
    await expectUnverified(app.browser())
    for (const path of [`/api/my/bookings/${id}`, `/api/my/bookings?email=${LISTED_EMAIL}`]) {
      const { status, text } = await app.browser().get(path)
      expect([path, status >= 400, text.includes(id)]).toEqual([path, true, false])
    }
  })

  it('sees only their own list with another mailbox', async () => {
    const { app, addBooking } = await openMyBookingsApp()
    addBooking({})
    const stranger = app.browser('198.51.100.9')
    await openList(app, stranger, 'eve@musterfrau.example')
    expect((await readList(stranger)).json).toMatchObject({
      email: 'eve@musterfrau.example',
      coming: [],
      past: [],
    })
  })

  it('sees nothing by guessing codes: after five wrong ones, the right one is refused', async () => {
    const { app } = await openMyBookingsApp()
    const stranger = app.browser('198.51.100.9')
    await requestLink(stranger)
    const right = lastCode(app)
    for (const code of [...Array(5).fill(wrongCodeFor(right)), right])
      await stranger.post('/api/email/verify', { email: LISTED_EMAIL, code })
    await expectUnverified(stranger)
  })

  it('sees nothing when the owner opens the link in an e-mail that the stranger requested', async () => {
    const { app } = await openMyBookingsApp()
    const stranger = app.browser('198.51.100.9')
    await requestLink(stranger)
    expect((await app.browser().post('/api/email/verify', { token: lastToken(app) })).status).toBe(200)
    await expectUnverified(stranger)
  })

  it('sees nothing by a verification for a booking, whose link others may open', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db)
    const asking = app.browser()
    await asking.post('/api/email/send', { email: LISTED_EMAIL })
    await app.browser().post('/api/email/verify', { token: lastToken(app) })
    expect((await asking.get(`/api/email/status?email=${LISTED_EMAIL}`)).json).toEqual({ verified: true })
    await expectUnverified(asking)
  })
})
