import { describe, expect, it } from 'vitest'
import { deleteExpiredVerifications } from '../booking/verified-addresses.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { DAY_PARTS } from '../shared/waiting-list.ts'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import {
  aHold,
  aRequest,
  lastCode,
  lastMail,
  lastToken,
  verifyEmailAddress,
  wrongCodeFor,
} from '../testing/factory.ts'
import {
  EMAIL,
  expectUnverified,
  openList,
  openMyBookingsApp,
  readList,
  requestLink,
  UNVERIFIED,
} from '../testing/my-bookings-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

describe('a stranger', () => {
  it.each(['code', 'link'])('sees nothing with a cookie copied before the check by %s', async (way) => {
    const app = openTestApp({ config: { rateLimits: false } })
    const [owner, stranger] = [app.browser(), app.browser()]
    await verifyEmailAddress(app, owner)
    for (const [name, value] of owner.cookies) stranger.cookies.set(name, value)
    await openListBy(way, app, owner)

    await expectUnverified(stranger)
    expect((await stranger.get(`/api/email/status?email=${EMAIL}`)).json).toEqual({ verified: false })
    expect((await readList(owner)).json.email).toBe(EMAIL)
  })

  it.each(['code', 'link'])('ends nothing that the owner had begun before the check by %s', async (way) => {
    const app = openTestApp({ config: { rateLimits: false } })
    const owner = app.browser()
    await verifyEmailAddress(app, owner)
    const hold = (await owner.post('/api/hold', aHold())).json
    const other = 'other@musterfrau.example'
    await owner.post('/api/email/send', { email: other })
    const codeOfOther = lastCode(app)
    await openListBy(way, app, owner)

    const request = await aRequest(app, hold.hold_id)
    expect((await owner.post('/api/booking/confirm', request)).status).toBe(201)
    const verified = await owner.post('/api/email/verify', { email: other, code: codeOfOther })
    expect(verified.status).toBe(200)
  })

  it('sees nothing without the cookie, with another or a changed one, or with an id', async () => {
    const { app, browser, add } = await openMyBookingsApp()
    const id = add({})
    const [[name = '', value = ''] = []] = [...browser.cookies]
    const other = value.startsWith('A') ? 'B' : 'A'
    await expectUnverified(app.browser())
    const changed = [`${other}${value.slice(1)}`, value.slice(0, -1), `${value}x`]
    const values = ['', ...changed, id, `' or 1=1 --`].map((each) => `${name}=${each}`)
    for (const cookie of [...values, `__Host-${name}=${value}`]) {
      const { status, json } = await app.browser().get('/api/my/bookings', { cookie })
      expect([cookie, status, json]).toEqual([cookie, 403, UNVERIFIED])
    }

    for (const path of [`/api/my/bookings/${id}`, `/api/my/bookings?email=${EMAIL}`]) {
      const { status, text } = await app.browser().get(path)
      expect([path, status >= 400, text.includes(id)]).toEqual([path, true, false])
    }
  })

  it('sees nothing with another mailbox, with guessed codes, or when the owner answers the e-mail', async () => {
    const { app, add } = await openMyBookingsApp()
    add({})
    const stranger = app.browser('198.51.100.9')
    await openList(app, stranger, 'eve@musterfrau.example')
    expect((await readList(stranger)).json).toMatchObject({ coming: [], past: [] })

    await requestLink(stranger)
    const code = wrongCodeFor(lastCode(app))
    for (let i = 0; i < 5; i++) await stranger.post('/api/email/verify', { email: EMAIL, code })
    // After five wrong codes the right one comes too late.
    await stranger.post('/api/email/verify', { email: EMAIL, code: lastCode(app) })
    await app.browser().post('/api/email/verify', { token: lastToken(app) })
    expect((await readList(stranger)).json.email).toBe('eve@musterfrau.example')
  })

  it.each([
    ['rosa@musterfrau.example', 'rosa+tag@musterfrau.example'],
    ['rosa+tag@musterfrau.example', 'rosa@musterfrau.example'],
    ['ro.sa@gmail.com', 'rosa@gmail.com'],
  ])('sees nothing of %s with the address %s', async (email, other) => {
    const { app, browser, add } = await openMyBookingsApp(other)
    add({ email })
    const wishes = {
      not_before: null,
      not_after: '2027-01-20',
      weekdays: [1 as const],
      parts: [...DAY_PARTS],
    }
    const entry = { service_id: 'akupunktur', name: 'Rosa', mobile: '', ...wishes }
    const { id } = addToWaitingList(app.assistant(), { ...entry, email })
    expect((await readList(browser)).json).toMatchObject({ email: other, coming: [], past: [] })
    expect((await readList(browser)).json).not.toHaveProperty('waiting')
    expect(addToWaitingList(app.assistant(), { ...entry, email: other }).id).not.toBe(id)
  })

  it.each([
    ['rosa\u034f@musterfrau.example', EMAIL],
    ['ro\u115fsa@musterfrau.example', EMAIL],
    ['ｒｏｓａ@musterfrau.example', EMAIL],
    ['𝓇osa@musterfrau.example', EMAIL],
    ['rosa@musterfrau．example', EMAIL],
    ['rosa@ＭＵＳＴＥＲ\ufe0ffrau.example', EMAIL],
    ['rosa@STRA\u1e9eE.example', 'rosa@straße.example'],
  ])('is mailed and verified as one address with the spelling %j', async (typed, mailed) => {
    const { app, browser } = await openMyBookingsApp(typed)
    expect(lastMail(app).recipient).toBe(mailed)
    expect((await readList(browser)).json.email).toBe(mailed)
  })

  it.each([
    'r\u043esa@musterfrau.example',
    'rosa@musterfr\u0430u.example',
    'r\u03bfsa@musterfrau.example',
    'rosa@xn--strae-oqa.example',
  ])('gets no e-mail with the spelling %j', async (typed) => {
    const app = openTestApp()
    const answer = await requestLink(app.browser(), typed)
    expect([answer.status, answer.json.error, Object.keys(answer.json.fields)]).toEqual([
      400,
      'invalid',
      ['email'],
    ])
  })

  it('sees nothing by the verification of a booking, whose link others may press', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db)
    const asking = app.browser()
    await asking.post('/api/email/send', { email: EMAIL })
    await app.browser().post('/api/email/verify', { token: lastToken(app) })
    expect((await asking.get(`/api/email/status?email=${EMAIL}`)).json).toEqual({ verified: true })
    await expectUnverified(asking)
  })

  it('leaves nothing behind', async () => {
    const { app, browser } = await openMyBookingsApp()
    app.pass(DAY_LENGTH)
    deleteExpiredVerifications(app.ctx())
    expect(app.rows('select id from email_verifications')).toEqual([])
    await expectUnverified(browser)
  })
})

describe('guessing the code of a list', () => {
  const OTHER = 'other@musterfrau.example'
  const LAST = 'last@musterfrau.example'
  const ONLY_LINK = 'Es wurden zu viele falsche Codes eingegeben. Bitte öffnen Sie den Link in der E-Mail.'

  /** Asks for a code, enters a wrong one so many times, and then the right one. @returns the last answer */
  async function guess(
    app: TestApp,
    email: string,
    wrongTimes: number,
    { address = '198.51.100.9', cookies }: { address?: string; cookies?: Browser['cookies'] } = {},
  ) {
    const browser = app.browser(address, {}, cookies)
    const turnstile_token = await app.botToken()
    await browser.post('/api/email/send', { email, purpose: 'my-bookings', turnstile_token })
    const code = lastCode(app)
    for (let i = 0; i < wrongTimes; i++)
      await browser.post('/api/email/verify', { email, code: wrongCodeFor(code) })
    return browser.post('/api/email/verify', { email, code })
  }

  /** Opens the app where ten wrong codes of EMAIL came from one origin. */
  async function openGuessedApp() {
    const app = openTestApp()
    expect((await guess(app, EMAIL, 4)).status).toBe(200)
    expect((await guess(app, EMAIL, 4)).status).toBe(200)
    return { app, last: await guess(app, EMAIL, 2) }
  }

  it('ten times leaves only the link, which opens the list', async () => {
    const { app, last } = await openGuessedApp()
    expect([last.status, last.json.error, last.json.message]).toEqual([429, 'too_many', ONLY_LINK])
    const opening = app.browser()
    expect((await opening.post('/api/email/verify', { token: lastToken(app) })).status).toBe(200)
    expect((await readList(opening)).status).toBe(200)
  })

  it('closes the codes of other mailboxes to the same origin, and to no other', async () => {
    const { app } = await openGuessedApp()
    expect((await guess(app, OTHER, 1)).json.message).toBe(ONLY_LINK)
    app.pass(HOUR)
    expect((await guess(app, OTHER, 1, { address: '198.51.100.8' })).status).toBe(200)
  })

  it('closes the codes of this mailbox elsewhere too, except in a browser that has verified it', async () => {
    const { app } = await openGuessedApp()
    const known = app.browser()
    await known.post('/api/email/verify', { token: lastToken(app) })
    app.pass(HOUR)
    const address = '198.51.100.8'
    expect((await guess(app, EMAIL, 0, { address })).json.message).toBe(ONLY_LINK)
    expect((await guess(app, EMAIL, 1, { address, cookies: known.cookies })).status).toBe(200)
  })

  it('from many origins leaves everybody the right code at the first try, for a day', async () => {
    const { app } = await openGuessedApp()
    // With the ten of openGuessedApp these are more than the hundred wrong codes of all mailboxes in a day.
    for (let i = 0; i < 24; i++) {
      app.pass(HOUR / 10)
      await guess(app, `patient${i}@musterfrau.example`, 4, { address: `192.0.2.${i}` })
    }
    expect((await guess(app, LAST, 0, { address: '203.0.113.1' })).status).toBe(200)
    expect((await guess(app, LAST, 1, { address: '203.0.113.2' })).json.message).toBe(ONLY_LINK)

    // The verification of a booking is not concerned.
    await verifyEmailAddress(app, app.browser(), LAST)
    app.pass(DAY_LENGTH)
    expect((await guess(app, LAST, 1, { address: '203.0.113.2' })).status).toBe(200)
  })
})

/** Opens the list of EMAIL in this browser, which gets a new cookie for it. */
async function openListBy(way: string, app: TestApp, browser: Browser) {
  await requestLink(browser)
  const proof = way === 'code' ? { email: EMAIL, code: lastCode(app) } : { token: lastToken(app) }
  expect((await browser.post('/api/email/verify', proof)).status).toBe(200)
}
