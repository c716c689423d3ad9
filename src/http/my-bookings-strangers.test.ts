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
async function openListBy(credential: 'code' | 'link', app: TestApp, browser: Browser) {
  await requestLink(browser)
  const codeOrToken =
    credential === 'code' ? { email: LISTED_EMAIL, code: lastCode(app) } : { token: lastToken(app) }
  expect((await browser.post('/api/email/verify', codeOrToken)).status).toBe(200)
}

describe.each(['code', 'link'] as const)('opening the list by %s', (credential) => {
  it('shows nothing to a stranger who has copied the cookie from before', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const owner = app.browser()
    const stranger = app.browser()
    await verifyEmailAddress(app, owner)
    for (const [name, value] of owner.cookies) stranger.cookies.set(name, value)
    await openListBy(credential, app, owner)

    await expectUnverified(stranger)
    expect((await stranger.get(`/api/email/status?email=${LISTED_EMAIL}`)).json).toEqual({ verified: false })
    expect((await readList(owner)).json.email).toBe(LISTED_EMAIL)
  })

  it('keeps the hold that the owner has placed before', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const owner = app.browser()
    await verifyEmailAddress(app, owner)
    const hold = (await owner.post('/api/hold', aHold())).json
    await openListBy(credential, app, owner)

    const request = await aRequest(app, hold.hold_id)
    expect((await owner.post('/api/booking/confirm', request)).status).toBe(201)
  })

  it('keeps the code that the owner has requested before for another e-mail address', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const owner = app.browser()
    const otherEmail = 'other@musterfrau.example'
    await owner.post('/api/email/send', { email: otherEmail })
    const codeOfOther = lastCode(app)
    await openListBy(credential, app, owner)

    const verified = await owner.post('/api/email/verify', { email: otherEmail, code: codeOfOther })
    expect(verified.status).toBe(200)
  })
})

describe('a stranger', () => {
  const COOKIE_NAME = 'ordi_browser'

  it.each<{ cookie: string; forge: (value: string, id: string) => string }>([
    { cookie: 'an empty cookie', forge: () => `${COOKIE_NAME}=` },
    {
      cookie: 'another first letter',
      forge: (value) => `${COOKIE_NAME}=${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`,
    },
    { cookie: 'a letter less', forge: (value) => `${COOKIE_NAME}=${value.slice(0, -1)}` },
    { cookie: 'a letter more', forge: (value) => `${COOKIE_NAME}=${value}x` },
    { cookie: 'the id of an appointment', forge: (_, id) => `${COOKIE_NAME}=${id}` },
    { cookie: 'a condition in SQL', forge: () => `${COOKIE_NAME}=' or 1=1 --` },
    { cookie: 'a cookie of another name', forge: (value) => `__Host-${COOKIE_NAME}=${value}` },
  ])('sees nothing with $cookie', async ({ forge }) => {
    const { app, browser, addBooking } = await openMyBookingsApp()
    const id = addBooking({})
    const cookieOfOwner = browser.cookies.get(COOKIE_NAME)
    expect(cookieOfOwner).toHaveLength(32)
    const cookie = forge(cookieOfOwner ?? '', id)
    const { status, json } = await app.browser().get('/api/my/bookings', { cookie })
    expect([status, json]).toEqual([403, UNVERIFIED_ANSWER])
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
    const code = lastCode(app)
    const enter = (guess: string) => stranger.post('/api/email/verify', { email: LISTED_EMAIL, code: guess })
    for (let attempt = 1; attempt <= 5; attempt++) await enter(wrongCodeFor(code))
    await enter(code)
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
    const askingBrowser = app.browser()
    await askingBrowser.post('/api/email/send', { email: LISTED_EMAIL })
    await app.browser().post('/api/email/verify', { token: lastToken(app) })
    expect((await askingBrowser.get(`/api/email/status?email=${LISTED_EMAIL}`)).json).toEqual({
      verified: true,
    })
    await expectUnverified(askingBrowser)
  })
})
