import { describe, expect, it } from 'vitest'
import { deleteExpiredVerifications } from '../booking/email-verification.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS } from '../shared/waiting-list.ts'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { aHold, aRequest, lastCode, lastMail, lastToken, verifyEmailAddress } from '../testing/factory.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'
const UNVERIFIED = {
  error: 'email_unverified',
  message: 'Bitte E-Mail verifizieren, bevor Sie fortfahren.',
}

const ask = (browser: Browser, email = EMAIL) =>
  browser.post('/api/email/send', { email, purpose: 'my-bookings' })
const list = (browser: Browser) => browser.get('/api/my/bookings')

/** Asks for the e-mail and enters its code. */
async function open(app: TestApp, browser: Browser, email = EMAIL) {
  await ask(browser, email)
  return browser.post('/api/email/verify', { email, code: lastCode(app) })
}

/** A browser with an open list. */
async function opened(email = EMAIL) {
  const app = openTestApp({ config: { rateLimits: false } })
  const browser = app.browser()
  await open(app, browser, email)
  const add = (changes: Parameters<typeof insertBooking>[1]) => insertBooking(app.ctx().db, changes).id
  return { app, browser, add }
}

async function expectRefusal(browser: Browser) {
  const { status, json } = await list(browser)
  expect([status, json]).toEqual([403, UNVERIFIED])
}

describe('the list of appointments', () => {
  it('has the coming ones first, then the past and cancelled ones of a year, as overviews', async () => {
    const { app, browser, add } = await opened()
    const at = (days: number) => NOW + days * DAY_LENGTH
    const late = add({ startsAt: at(9), status: 'confirmed' })
    const next = add({ startsAt: at(2) })
    const now = add({ startsAt: NOW - 10 * MINUTE, endsAt: NOW + 20 * MINUTE, status: 'confirmed' })
    const cancelled = add({ startsAt: at(3), status: 'cancelled' })
    const rejected = add({ startsAt: at(-2), status: 'rejected' })
    const past = add({ startsAt: at(-364), status: 'confirmed' })
    add({ startsAt: at(-366), status: 'confirmed' })
    add({ startsAt: at(-5), status: 'confirmed', mailbox: '', email: '', anonymised: true })
    add({ startsAt: at(4), email: 'other@musterfrau.example' })

    const answer = await list(browser)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { email, coming, past: over } = answer.json
    const ids = (bookings: { id: string }[]) => bookings.map(({ id }) => id)
    expect([email, ids(coming), ids(over)]).toEqual([EMAIL, [now, next, late], [cancelled, rejected, past]])
    for (const overview of [...coming, ...over]) {
      const { next_free, ...same } = (await app.browser().get(`/api/bookings/${overview.id}`)).json
      expect(overview).toEqual(same)
    }
  })

  it('has what the practice has entered, and the address in any capitals', async () => {
    const { app, browser } = await opened('Rosa@Musterfrau.example')
    const entry = { service_id: 'folgebehandlung', start: '2027-01-12T10:00:00+01:00' }
    const contact = { firstName: 'Otto', lastName: 'Beispielmann', mobile: '0660 0000034', email: EMAIL }
    const entered = await app.admin().post('/api/admin/bookings', { ...entry, contact })
    expect(entered.status).toBe(201)
    const { coming } = (await list(browser)).json
    expect(coming).toMatchObject([{ status: 'confirmed', contact: { name: 'Otto Beispielmann' } }])
  })

  it('has what the address waits for without an appointment, with what is offered', async () => {
    const { app, browser } = await opened('Rosa@Musterfrau.example')
    const wishes = {
      not_before: null,
      not_after: '2027-01-20',
      weekdays: [...WAITING_WEEKDAYS],
      parts: [...DAY_PARTS],
    }
    const wait = (email: string, service_id: string) =>
      addToWaitingList(app.assistant(), { service_id, name: 'Rosa', email, mobile: '', ...wishes }).id
    const ids = [wait(EMAIL, 'akupunktur'), wait(EMAIL, 'facial')]
    wait('other@musterfrau.example', 'akupunktur')
    wait('rosa+tag@musterfrau.example', 'akupunktur')
    const { waiting } = (await list(browser)).json
    expect(waiting.map(({ id }: { id: string }) => id)).toEqual(ids)
    for (const entry of waiting)
      expect(entry).toEqual((await app.browser().get(`/api/waiting-list/${entry.id}`)).json)
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect((await list(browser)).json).not.toHaveProperty('waiting')
  })

  it('is empty for an address without appointments', async () => {
    const { browser } = await opened('nobody@musterfrau.example')
    const expires_at = '2027-01-07T14:40:00+01:00'
    expect((await list(browser)).json).toEqual({
      ...{ email: 'nobody@musterfrau.example', expires_at },
      ...{ coming: [], past: [] },
    })
  })

  it('shows the address that was verified last', async () => {
    const { app, browser } = await opened()
    app.pass(MINUTE)
    await open(app, browser, 'other@musterfrau.example')
    expect((await list(browser)).json.email).toBe('other@musterfrau.example')
  })
})

describe('asking for the list', () => {
  it('sends link and code to any address, with the same answer, whether it has appointments or not', async () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'urls', { PATIENT_BASE_URL: 'https://patienten.example' })
    insertBooking(app.ctx().db)
    const answers = []
    for (const email of [EMAIL, 'nobody@musterfrau.example']) {
      const { status, text, headers } = await ask(app.browser(), email)
      answers.push([status, text, [...headers.keys()]])
      const mail = lastMail(app)
      expect([mail.recipient, mail.subject]).toEqual([email, 'Ihr Zugang zu „Meine Termine“'])
      expect(mail.text).toMatch(/https:\/\/patienten\.example\/meine-termine\?token=[\w-]{32}\n/)
      expect(mail.text).toMatch(/: \d{6}$/m)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('counts for the limits of verification e-mails, and knows no other purpose', async () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) expect((await ask(app.browser(`203.0.113.${i}`))).status).toBe(200)
    expect((await ask(app.browser())).status).toBe(429)
    const other = await app.browser().post('/api/email/send', { email: EMAIL, purpose: 'admin' })
    expect([other.status, other.json.error]).toEqual([400, 'invalid'])
  })
})

describe('the list is open', () => {
  it('in the browser that opens the link, and not in the one that asked', async () => {
    const app = openTestApp()
    const [asking, opening] = [app.browser(), app.browser()]
    await ask(asking)
    const answer = await opening.post('/api/email/verify', { token: lastToken(app) })
    expect([answer.status, answer.json]).toEqual([200, { verified: true }])
    expect((await list(opening)).status).toBe(200)
    await expectRefusal(asking)
    const status = await asking.get(`/api/email/status?email=${EMAIL}`)
    expect(status.json).toEqual({ verified: false })
    expect((await app.browser().post('/api/email/verify', { token: lastToken(app) })).status).toBe(410)
  })

  it('for an hour after the last look', async () => {
    const { app, browser } = await opened()
    app.pass(HOUR - 1)
    expect((await list(browser)).json.expires_at).toBe('2027-01-07T15:39:59+01:00')
    app.pass(HOUR - 1)
    expect((await list(browser)).status).toBe(200)
    app.pass(HOUR)
    await expectRefusal(browser)
  })

  it('for twelve hours at most, however often it is looked at', async () => {
    const { app, browser } = await opened()
    for (let i = 0; i < 23; i++) {
      app.pass(30 * MINUTE)
      expect((await list(browser)).status).toBe(200)
    }
    expect((await list(browser)).json.expires_at).toBe('2027-01-08T01:40:00+01:00')
    app.pass(30 * MINUTE)
    await expectRefusal(browser)
  })

  it('until it is closed, and so are links and codes that would open it', async () => {
    const { app, browser } = await opened()
    await verifyEmailAddress(app, browser)
    await ask(browser)
    const closed = await browser.delete('/api/my/session')
    expect([closed.status, closed.text]).toEqual([204, ''])
    await expectRefusal(browser)
    const late = await browser.post('/api/email/verify', { email: EMAIL, code: lastCode(app) })
    expect(late.status).toBe(410)
    expect((await browser.get(`/api/email/status?email=${EMAIL}`)).json).toEqual({ verified: true })
    expect((await app.browser().delete('/api/my/session')).status).toBe(204)
  })

  it('although nothing can be written', async () => {
    const { app, browser } = await opened()
    app.pass(30 * MINUTE)
    app.ctx().db.$client.pragma('query_only = on')
    const answer = await list(browser)
    expect([answer.status, answer.json.expires_at]).toEqual([200, '2027-01-07T14:40:00+01:00'])
  })
})

describe('a stranger', () => {
  it.each(['code', 'link'])('sees nothing with a cookie copied before the check by %s', async (way) => {
    const app = openTestApp({ config: { rateLimits: false } })
    const [owner, stranger] = [app.browser(), app.browser()]
    await verifyEmailAddress(app, owner)
    const hold = (await owner.post('/api/hold', aHold())).json
    for (const [name, value] of owner.cookies) stranger.cookies.set(name, value)
    await owner.post('/api/email/send', { email: 'other@musterfrau.example' })
    const waiting = lastCode(app)
    await ask(owner)
    const checked = way === 'code' ? { email: EMAIL, code: lastCode(app) } : { token: lastToken(app) }
    expect((await owner.post('/api/email/verify', checked)).status).toBe(200)

    await expectRefusal(stranger)
    expect((await stranger.get(`/api/email/status?email=${EMAIL}`)).json).toEqual({ verified: false })
    expect((await list(owner)).json.email).toBe(EMAIL)
    const solved = await aRequest(app, hold.hold_id)
    expect((await owner.post('/api/booking/confirm', solved)).status).toBe(201)
    const other = { email: 'other@musterfrau.example', code: waiting }
    expect((await owner.post('/api/email/verify', other)).status).toBe(200)
  })

  it('sees nothing without the cookie, with another or a changed one, or with an id', async () => {
    const { app, browser, add } = await opened()
    const id = add({})
    const [[name = '', value = ''] = []] = [...browser.cookies]
    const other = value.startsWith('A') ? 'B' : 'A'
    await expectRefusal(app.browser())
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
    const { app, add } = await opened()
    add({})
    const stranger = app.browser('198.51.100.9')
    await open(app, stranger, 'eve@musterfrau.example')
    expect((await list(stranger)).json).toMatchObject({ coming: [], past: [] })
    await ask(stranger)
    const code = String((Number(lastCode(app)) + 1) % 1e6).padStart(6, '0')
    for (let i = 0; i < 5; i++) await stranger.post('/api/email/verify', { email: EMAIL, code })
    await stranger.post('/api/email/verify', { email: EMAIL, code: lastCode(app) })
    await app.browser().post('/api/email/verify', { token: lastToken(app) })
    expect((await list(stranger)).json.email).toBe('eve@musterfrau.example')
  })

  it.each([
    ['rosa@musterfrau.example', 'rosa+tag@musterfrau.example'],
    ['rosa+tag@musterfrau.example', 'rosa@musterfrau.example'],
    ['ro.sa@gmail.com', 'rosa@gmail.com'],
  ])('sees nothing of %s with the address %s', async (email, other) => {
    const { app, browser, add } = await opened(other)
    add({ email })
    const wishes = {
      not_before: null,
      not_after: '2027-01-20',
      weekdays: [1 as const],
      parts: [...DAY_PARTS],
    }
    const entry = { service_id: 'akupunktur', name: 'Rosa', mobile: '', ...wishes }
    const { id } = addToWaitingList(app.assistant(), { ...entry, email })
    expect((await list(browser)).json).toMatchObject({ email: other, coming: [], past: [] })
    expect((await list(browser)).json).not.toHaveProperty('waiting')
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
    const { app, browser } = await opened(typed)
    expect(lastMail(app).recipient).toBe(mailed)
    expect((await list(browser)).json.email).toBe(mailed)
  })

  it.each([
    'r\u043esa@musterfrau.example',
    'rosa@musterfr\u0430u.example',
    'r\u03bfsa@musterfrau.example',
    'rosa@xn--strae-oqa.example',
  ])('gets no e-mail with the spelling %j', async (typed) => {
    const app = openTestApp()
    const answer = await ask(app.browser(), typed)
    expect([answer.status, answer.json.error, Object.keys(answer.json.fields)]).toEqual([
      400,
      'invalid',
      ['email'],
    ])
  })

  it('guesses few codes of a mailbox, from an origin and of all, and then only the link opens the list', async () => {
    const app = openTestApp()
    const guess = async (
      email: string,
      times: number,
      address = '198.51.100.9',
      cookies?: Browser['cookies'],
    ) => {
      const browser = app.browser(address, {}, cookies)
      await browser.post('/api/email/send', {
        email,
        purpose: 'my-bookings',
        turnstile_token: await app.botToken(),
      })
      const right = lastCode(app)
      const code = String((Number(right) + 1) % 1e6).padStart(6, '0')
      for (let i = 0; i < times; i++) await browser.post('/api/email/verify', { email, code })
      return browser.post('/api/email/verify', { email, code: right })
    }
    const ONLY_LINK = 'Es wurden zu viele falsche Codes eingegeben. Bitte öffnen Sie den Link in der E-Mail.'
    expect((await guess(EMAIL, 4)).status).toBe(200)
    expect((await guess(EMAIL, 4)).status).toBe(200)
    const { status, json } = await guess(EMAIL, 2)
    expect([status, json.error, json.message]).toEqual([429, 'too_many', ONLY_LINK])
    const opening = app.browser()
    expect((await opening.post('/api/email/verify', { token: lastToken(app) })).status).toBe(200)
    expect((await list(opening)).status).toBe(200)
    expect((await guess('other@musterfrau.example', 1)).json.message).toBe(ONLY_LINK)
    app.pass(HOUR)
    // From elsewhere only this mailbox is closed, and not to a browser that has verified it before.
    expect((await guess('other@musterfrau.example', 1, '198.51.100.8')).status).toBe(200)
    expect((await guess(EMAIL, 0, '198.51.100.8')).json.message).toBe(ONLY_LINK)
    expect((await guess(EMAIL, 1, '198.51.100.8', opening.cookies)).status).toBe(200)

    for (let i = 0; i < 24; i++) {
      app.pass(HOUR / 10)
      await guess(`patient${i}@musterfrau.example`, 4, `192.0.2.${i}`)
    }
    // Others still open their lists by the code, but may not guess.
    expect((await guess('last@musterfrau.example', 0, '203.0.113.1')).status).toBe(200)
    expect((await guess('last@musterfrau.example', 1, '203.0.113.2')).json.message).toBe(ONLY_LINK)
    const booking = app.browser()
    await verifyEmailAddress(app, booking, 'last@musterfrau.example')
    app.pass(DAY_LENGTH)
    expect((await guess('last@musterfrau.example', 1, '203.0.113.2')).status).toBe(200)
  })

  it('sees nothing by the verification of a booking, whose link others may press', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db)
    const asking = app.browser()
    await asking.post('/api/email/send', { email: EMAIL })
    await app.browser().post('/api/email/verify', { token: lastToken(app) })
    expect((await asking.get(`/api/email/status?email=${EMAIL}`)).json).toEqual({ verified: true })
    await expectRefusal(asking)
  })

  it('leaves nothing behind', async () => {
    const { app, browser } = await opened()
    app.pass(DAY_LENGTH)
    deleteExpiredVerifications(app.ctx())
    expect(app.rows('select id from email_verifications')).toEqual([])
    await expectRefusal(browser)
  })
})
