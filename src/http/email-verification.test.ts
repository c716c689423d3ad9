import { beforeEach, describe, expect, it } from 'vitest'
import { deleteForgottenBrowsers } from '../booking/known-browsers.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { lastCode, lastMail, lastToken, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'
const STRANGER = 'stranger@attacker.example'
const EXPIRED = 'Dieser Link oder Code ist ungültig, abgelaufen oder wurde schon verwendet.'

let app: TestApp
let browser: Browser
beforeEach(() => {
  app = openTestApp()
  browser = app.browser()
})

const verified = async (browser: Browser, email = EMAIL): Promise<boolean> =>
  (await browser.get(`/api/email/status?email=${encodeURIComponent(email)}`)).json.verified

describe('verifying an address', () => {
  it('by the code, in the browser that asked', async () => {
    const sent = await browser.post('/api/email/send', { email: EMAIL })
    expect([sent.status, sent.json]).toEqual([200, { sent: true }])
    expect(await verified(browser)).toBe(false)
    const answer = await browser.post('/api/email/verify', { email: EMAIL, code: ` ${lastCode(app)} ` })
    expect([answer.status, answer.json]).toEqual([200, { verified: true }])
    expect(await verified(browser)).toBe(true)
  })

  it('is refused with one answer for every link and every stranger', async () => {
    await browser.post('/api/email/send', { email: EMAIL })
    for (const body of [{ email: EMAIL, code: lastCode(app) }, { token: lastToken(app).slice(0, -1) }]) {
      const answer = await app.browser().post('/api/email/verify', body)
      expect([answer.status, answer.json]).toEqual([410, { error: 'expired', message: EXPIRED }])
    }
  })

  it('says that a code is wrong, and when it was wrong too often', async () => {
    await browser.post('/api/email/send', { email: EMAIL })
    const code = String((Number(lastCode(app)) + 1) % 1e6).padStart(6, '0')
    const sentences: string[] = []
    for (let i = 0; i < 6; i++) {
      const { status, json } = await browser.post('/api/email/verify', { email: EMAIL, code })
      expect([status, json.error]).toEqual([410, 'expired'])
      sentences.push(json.message)
    }
    const wrong = 'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
    const usedUp = 'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
    expect(sentences).toEqual([wrong, wrong, wrong, wrong, usedUp, usedUp])
    app.pass(30 * MINUTE)
    const late = await browser.post('/api/email/verify', { email: EMAIL, code })
    expect(late.json.message).toBe(EXPIRED)
  })

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an empty token', { token: '' }],
    ['a code without an address', { code: '123456' }],
    ['five digits', { email: EMAIL, code: '12345' }],
    ['a code that is a number', { email: EMAIL, code: 123456 }],
    ['both ways at once', { email: EMAIL, code: '123456', token: 'x' }],
  ])('is refused with %s', async (_, body) => {
    const answer = await browser.post('/api/email/verify', body)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })
})

describe('requesting a verification', () => {
  it('answers the same, whether the address is known or not', async () => {
    await verifyEmailAddress(app, browser)
    const known = await browser.post('/api/email/send', { email: EMAIL })
    const unknown = await app
      .browser('198.51.100.1')
      .post('/api/email/send', { email: 'nobody@musterfrau.example' })
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  })

  it('accepts a social security number and stores nothing of it', async () => {
    const answer = await app.browser().post('/api/email/send', { email: ` ${EMAIL} `, svn: 'not-stored' })
    expect([answer.status, lastMail(app).recipient]).toEqual([200, EMAIL])
    expect(app.ctx().db.$client.serialize().includes('not-stored')).toBe(false)
  })

  it.each([
    ['an invalid address', { email: 'rosa.musterfrau.example' }, 'Bitte gültige E-Mail eingeben.'],
    ['two addresses', { email: `${EMAIL},eve@evil.example` }, 'Bitte gültige E-Mail eingeben.'],
    ['another header', { email: `${EMAIL}\r\nBcc: eve@evil.example` }, 'Bitte gültige E-Mail eingeben.'],
    ['a list', { email: [EMAIL] }, 'Bitte gültige E-Mail eingeben.'],
    ['no address', {}, 'Bitte gültige E-Mail eingeben.'],
  ])('is refused for %s, and nothing is sent', async (_, body, sentence) => {
    const answer = await app.browser().post('/api/email/send', body)
    expect([answer.status, answer.json.error, answer.json.fields]).toEqual([
      400,
      'invalid',
      { email: sentence },
    ])
    expect(app.rows('select id from messages')).toEqual([])
  })

  it('is refused with an unknown key', async () => {
    const answer = await browser.post('/api/email/send', { email: EMAIL, subject: 'Hallo' })
    expect([answer.status, answer.json.fields]).toEqual([400, { subject: 'Unbekannte Angabe.' }])
  })
})

describe('the limits', () => {
  /** Asks for an e-mail to the n-th patient, with a solved bot check. */
  const send = async (i: number, address?: string, purpose: 'booking' | 'my-bookings' = 'booking') => {
    const email = `patient${i}@musterfrau.example`
    return app
      .browser(address)
      .post('/api/email/send', { email, purpose, turnstile_token: await app.botToken() })
  }

  /** A browser that has verified the mailbox of which the practice has confirmed a booking. */
  const aPatient = async (address?: string) => {
    const patient = app.browser(address)
    await verifyEmailAddress(app, patient)
    insertBooking(app.ctx().db, { status: 'confirmed', email: EMAIL })
    return patient
  }

  it('are three e-mails an hour for a mailbox, from any origin and with any tag', async () => {
    const send = (i: number, email = EMAIL) =>
      app.browser(`203.0.113.${i}`).post('/api/email/send', { email })
    for (const [i, email] of [EMAIL, 'ROSA+arzt@musterfrau.example'].entries())
      expect((await send(i, email)).status).toBe(200)
    app.pass(10 * MINUTE)
    expect((await send(3)).status).toBe(200)
    const refused = await send(4, 'Rosa@Musterfrau.example')
    const message = expect.stringMatching(/warten Sie ein wenig oder rufen Sie uns an: \+43 5572 000000\.$/)
    const facts = { phone: '+43 5572 000000', retry_after: 3000 }
    expect([refused.status, refused.json]).toEqual([429, { error: 'too_many', message, ...facts }])
    expect(refused.headers.get('retry-after')).toBe('3000')
    expect(app.rows('select id from messages')).toHaveLength(3)
    app.pass(50 * MINUTE)
    expect((await send(4)).status).toBe(200)
  })

  it('are twenty e-mails an hour for an origin', async () => {
    for (let i = 0; i < 20; i++) expect((await send(i)).status).toBe(200)
    const refused = await send(20)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await send(20, '203.0.113.8')).status).toBe(200)
    app.pass(HOUR)
    expect((await send(21)).status).toBe(200)
  })

  it('let a browser send that has verified the mailbox before, whatever strangers did', async () => {
    const patient = app.browser()
    await verifyEmailAddress(app, patient)
    app.pass(80 * DAY_LENGTH)
    for (let i = 0; i < 3; i++)
      expect((await app.browser(`198.51.100.${i}`).post('/api/email/send', { email: EMAIL })).status).toBe(
        200,
      )
    expect((await app.browser().post('/api/email/send', { email: EMAIL })).status).toBe(429)
    for (const email of [EMAIL, 'rosa+arzt@musterfrau.example'])
      expect((await patient.post('/api/email/send', { email })).status).toBe(200)
    app.pass(10 * DAY_LENGTH)
    deleteForgottenBrowsers(app.ctx())
    expect(app.rows('select * from known_browsers')).toEqual([])
  })

  it('count such a browser for its origin', async () => {
    const patient = await aPatient()
    for (let i = 1; i < 20; i++)
      expect((await patient.post('/api/email/send', { email: EMAIL })).status).toBe(200)
    expect((await patient.post('/api/email/send', { email: EMAIL })).status).toBe(429)
  })

  it('are two hundred e-mails an hour in all, the last fifty for patients’ browsers and lists of appointments', async () => {
    const patient = await aPatient('192.0.2.1')
    app.pass(HOUR)
    const status = async (i: number, purpose?: 'my-bookings') =>
      (await send(i, `203.0.113.${i}`, purpose)).status
    for (let i = 0; i < 150; i++) expect(await status(i)).toBe(200)
    expect(await status(150)).toBe(429)
    for (let i = 150; i < 175; i++) expect(await status(i, 'my-bookings')).toBe(200)
    expect([await status(175, 'my-bookings'), await status(175)]).toEqual([429, 429])
    expect((await patient.post('/api/email/send', { email: EMAIL })).status).toBe(200)
    app.pass(HOUR)
    expect(await status(200)).toBe(200)
  })

  it('leave one e-mail to an origin from half of them on, unless the browser is a patient’s', async () => {
    const patient = await aPatient('203.0.113.0')
    app.pass(HOUR)
    for (let i = 0; i < 100; i++) await send(i, `203.0.113.${i % 5}`)
    expect(app.rows('select id from messages')).toHaveLength(101)
    expect((await send(100, '203.0.113.0')).status).toBe(429)
    const statuses = []
    for (let i = 101; i < 104; i++) statuses.push((await send(i, '198.51.100.1')).status)
    expect(statuses).toEqual([200, 429, 429])
    expect((await send(104, '198.51.100.2')).status).toBe(200)
    // The origin of the patient's browser has had its twenty.
    expect((await patient.post('/api/email/send', { email: EMAIL })).status).toBe(429)
    const elsewhere = app.browser('192.0.2.1', {}, patient.cookies)
    for (let i = 0; i < 3; i++)
      expect((await elsewhere.post('/api/email/send', { email: EMAIL })).status).toBe(200)
  })

  it('ask for the bot check from the third e-mail of an origin, and of all while e-mails are scarce', async () => {
    const unchecked = async (i: number, address: string) => {
      const { status, json } = await app
        .browser(address)
        .post('/api/email/send', { email: `patient${i}@musterfrau.example` })
      return json.error ?? status
    }
    expect([await unchecked(0, '192.0.2.1'), await unchecked(1, '192.0.2.1')]).toEqual([200, 200])
    expect(await unchecked(2, '192.0.2.1')).toBe('bot_check_failed')
    expect((await send(2, '192.0.2.1')).status).toBe(200)
    for (let i = 3; i < 99; i++) await send(i, `203.0.113.${i}`)
    expect(await unchecked(99, '198.51.100.1')).toBe(200)
    expect(await unchecked(101, '198.51.100.3')).toBe('bot_check_failed')
    expect((await send(101, '198.51.100.3')).status).toBe(200)
  })

  const aKnownStranger = async () => {
    const stranger = app.browser('198.51.100.0')
    await verifyEmailAddress(app, stranger, STRANGER)
    return stranger
  }

  it('do not yield to browsers that have verified mailboxes without a booking', async () => {
    const patient = await aPatient('192.0.2.1')
    const mailbox = (i: number) => `stranger${i}@attacker.example`
    let { cookies } = app.browser()
    for (let i = 0; i < 34; i++) {
      const stranger = app.browser(`203.0.113.${i % 10}`, {}, cookies)
      await verifyEmailAddress(app, stranger, mailbox(i))
      cookies = stranger.cookies
      if (i % 10 === 9) app.pass(HOUR)
    }
    app.pass(HOUR)
    const outcomes: Record<string, number> = {}
    for (let i = 0; i < 200; i++) {
      const stranger = app.browser(`203.0.113.${i % 10}`, {}, cookies)
      // A known browser has no limit of its mailbox for the first half, and three e-mails afterwards.
      const email = mailbox(i < 100 ? 0 : 1 + (i % 33))
      const outcome = async (turnstile_token?: string) => {
        const { json } = await stranger.post('/api/email/send', { email, turnstile_token })
        return json.error ?? (turnstile_token === undefined ? 'sent' : 'checked')
      }
      const unchecked = await outcome()
      const last = unchecked === 'bot_check_failed' ? await outcome(await app.botToken()) : unchecked
      outcomes[last] = (outcomes[last] ?? 0) + 1
    }
    // Two of each origin go without a check. Once a hundred were sent, these origins have had theirs.
    expect(outcomes).toEqual({ sent: 20, checked: 80, too_many: 100 })
    const ask = async (browser: Browser, purpose: string) =>
      (
        await browser.post('/api/email/send', {
          email: EMAIL,
          purpose,
          turnstile_token: await app.botToken(),
        })
      ).status
    expect((await patient.post('/api/email/send', { email: EMAIL })).status).toBe(200)
    expect(await ask(app.browser('192.0.2.2'), 'my-bookings')).toBe(200)
    expect((await send(1, '192.0.2.3')).status).toBe(200)
  })

  it('keep a quarter for patients’ browsers, half of it from lists of appointments, whoever has verified a mailbox', async () => {
    const patient = await aPatient('192.0.2.1')
    const { cookies } = await aKnownStranger()
    app.pass(HOUR)
    for (let i = 0; i < 150; i++) await send(i, `203.0.113.${i}`)
    const ask = async (i: number, purpose: string) => {
      const body = { email: STRANGER, purpose, turnstile_token: await app.botToken() }
      return (await app.browser(`198.51.100.${i}`, {}, cookies).post('/api/email/send', body)).status
    }
    expect([await ask(0, 'booking'), await ask(0, 'my-bookings')]).toEqual([429, 200])
    for (let i = 151; i < 175; i++) await send(i, `203.0.113.${i}`, 'my-bookings')
    expect([await ask(1, 'my-bookings'), await ask(2, 'booking')]).toEqual([429, 429])
    for (let i = 0; i < 3; i++)
      expect((await patient.post('/api/email/send', { email: EMAIL })).status).toBe(200)
  })

  it('spend a solved bot check once', async () => {
    const turnstile_token = await app.botToken()
    const checked = (i: number) =>
      app.browser().post('/api/email/send', { email: `patient${i}@musterfrau.example`, turnstile_token })
    for (let i = 0; i < 2; i++) await send(i)
    expect([(await checked(2)).status, (await checked(3)).json.error]).toEqual([200, 'bot_check_failed'])
    expect(app.rows('select id from messages')).toHaveLength(3)
  })

  it('are stored without addresses', async () => {
    await app.browser('203.0.113.7').post('/api/email/send', { email: EMAIL })
    const stored = JSON.stringify(app.rows('select * from attempts'))
    expect(JSON.parse(stored)).toHaveLength(4)
    expect(stored).not.toMatch(/rosa|musterfrau|203\.0\.113/)
  })
})

describe('the status', () => {
  it('is not verified for a stranger, with an invented cookie or for an unknown address', async () => {
    await verifyEmailAddress(app, app.browser())
    const stranger = app.browser()
    await stranger.post('/api/email/send', { email: EMAIL })
    expect(await verified(stranger)).toBe(false)
    const path = `/api/email/status?email=${EMAIL}`
    for (const cookie of ['', 'x', 'A'.repeat(32), `' or 1=1`])
      expect((await app.browser().get(path, { cookie: `ordi_browser=${cookie}` })).json).toEqual({
        verified: false,
      })
    const unknown = await stranger.get('/api/email/status?email=nobody@musterfrau.example')
    expect([unknown.status, unknown.json]).toEqual([200, { verified: false }])
  })

  it.each(['', '?email=', '?email=rosa', '?mail=rosa@musterfrau.example'])(
    'wants an address (%o)',
    async (query) => {
      const answer = await browser.get(`/api/email/status${query}`)
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    },
  )
})

describe('the browser’s cookie', () => {
  const COMMON = ['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax']

  it.each([
    ['is HttpOnly and SameSite', 'ordi_browser', {}, {}, COMMON],
    [
      'is bound to this host and https when the portal’s address says so',
      '__Host-ordi_browser',
      { baseUrl: 'https://termine.example' },
      {},
      [...COMMON, 'Secure'],
    ],
    [
      'is bound to this host and https when a proxy says so',
      '__Host-ordi_browser',
      { trustedProxies: ['203.0.113.7'] },
      { 'x-forwarded-proto': 'https' },
      [...COMMON, 'Secure'],
    ],
    ['is replaced when it is too short', 'ordi_browser', {}, { cookie: 'ordi_browser=x' }, COMMON],
  ])('%s', async (_, name, config, headers, attributes) => {
    const answer = await openTestApp({ config })
      .browser()
      .post('/api/email/send', { email: EMAIL }, { ...headers })
    const [value = '', ...rest] = (answer.headers.get('set-cookie') ?? '').split('; ')
    expect(value).toMatch(new RegExp(`^${name}=[\\w-]{32}$`))
    expect(rest.toSorted()).toEqual(attributes)
  })

  it('stays the same for later checks, so that several addresses can be verified', async () => {
    await verifyEmailAddress(app, browser)
    await verifyEmailAddress(app, browser, 'other@musterfrau.example')
    const again = await browser.post('/api/email/send', { email: EMAIL })
    expect(again.headers.get('set-cookie')).toBeNull()
    expect([await verified(browser), await verified(browser, 'other@musterfrau.example')]).toEqual([
      true,
      true,
    ])
  })

  it('is not set by GET', async () => {
    for (const path of ['/api/status', '/api/services', `/api/email/status?email=${EMAIL}`])
      expect((await browser.get(path)).headers.get('set-cookie')).toBeNull()
  })
})

describe('opening the link', () => {
  it('does not change the database', async () => {
    await browser.post('/api/email/send', { email: EMAIL })
    const token = lastToken(app)
    const before = app.ctx().db.$client.serialize()
    for (const path of [`/email/verify?token=${token}`, `/api/email/verify?token=${token}`]) {
      for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS', 'HEAD']) {
        await browser.send(method, path)
        await app.browser('198.51.100.9').send(method, path)
      }
    }
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
    expect(await verified(browser)).toBe(false)
    expect((await browser.post('/api/email/verify', { token })).status).toBe(200)
  })
})
