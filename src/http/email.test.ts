import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { aHold, lastCode, lastMail, lastToken, verifyEmailAddress } from '../testing/factory.ts'
import { type Browser, openTestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'
const EXPIRED = 'Dieser Link oder Code ist ungültig, abgelaufen oder wurde schon verwendet.'

const verified = async (browser: Browser, email = EMAIL): Promise<boolean> =>
  (await browser.get(`/api/email/status?email=${encodeURIComponent(email)}`)).json.verified

describe('verifying an address', () => {
  it('by the code, in the browser that asked', async () => {
    const app = openTestApp()
    const browser = app.browser()
    const sent = await browser.post('/api/email/send', { email: EMAIL })
    expect([sent.status, sent.json]).toEqual([200, { sent: true }])
    expect(await verified(browser)).toBe(false)
    const answer = await browser.post('/api/email/verify', { email: EMAIL, code: ` ${lastCode(app)} ` })
    expect([answer.status, answer.json]).toEqual([200, { verified: true }])
    expect(await verified(browser)).toBe(true)
  })

  it('by the link on another device: the browser that asked is verified, the other is not', async () => {
    const app = openTestApp()
    const [asking, phone] = [app.browser(), app.browser('198.51.100.9')]
    await asking.post('/api/email/send', { email: EMAIL })
    expect((await phone.post('/api/email/verify', { token: lastToken(app) })).json).toEqual({
      verified: true,
    })
    expect([await verified(asking), await verified(phone)]).toEqual([true, false])
  })

  it('is refused with the same answer for every reason', async () => {
    const app = openTestApp()
    const [asking, stranger] = [app.browser(), app.browser()]
    await asking.post('/api/email/send', { email: EMAIL })
    const [code, token] = [lastCode(app), lastToken(app)]
    for (const [browser, body] of [
      [stranger, { email: EMAIL, code }],
      [asking, { email: 'other@musterfrau.example', code }],
      [asking, { email: EMAIL, code: String((Number(code) + 1) % 1e6).padStart(6, '0') }],
      [asking, { token: token.slice(0, -1) }],
    ] as const) {
      const answer = await browser.post('/api/email/verify', body)
      expect([answer.status, answer.json]).toEqual([410, { error: 'expired', message: EXPIRED }])
    }
    expect(await verified(asking)).toBe(false)
  })

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an empty token', { token: '' }],
    ['a token that is a list', { token: ['x'] }],
    ['a code without an address', { code: '123456' }],
    ['five digits', { email: EMAIL, code: '12345' }],
    ['letters', { email: EMAIL, code: 'abcdef' }],
    ['a code that is a number', { email: EMAIL, code: 123456 }],
    ['both ways at once', { email: EMAIL, code: '123456', token: 'x' }],
    ['a list', []],
  ])('is refused with %s', async (_, body) => {
    const answer = await openTestApp().browser().post('/api/email/verify', body)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })
})

describe('requesting a verification', () => {
  it('answers the same, whether the address is known or not', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const known = await browser.post('/api/email/send', { email: EMAIL })
    const unknown = await browser.post('/api/email/send', { email: 'nobody@musterfrau.example' })
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  })

  it('accepts a social security number and stores nothing of it', async () => {
    const app = openTestApp()
    const answer = await app.browser().post('/api/email/send', { email: ` ${EMAIL} `, svn: 'not-stored' })
    expect(answer.status).toBe(200)
    expect(lastMail(app).recipient).toBe(EMAIL)
    expect(app.ctx().db.$client.serialize().includes('svn-that')).toBe(false)
  })

  it.each([
    ['an empty one', ''],
    ['one without an at-sign', 'rosa.musterfrau.example'],
    ['two at-signs', 'rosa@x@musterfrau.example'],
    ['a short end', 'rosa@musterfrau.e'],
    ['a second recipient', 'rosa@musterfrau.example, eve@evil.example'],
    ['a second recipient without a space', 'rosa@musterfrau.example,eve@evil.example'],
    ['another header', 'rosa@musterfrau.example\r\nBcc: eve@evil.example'],
    ['a line break inside', 'rosa\n@musterfrau.example'],
    ['a line break at an end', 'rosa@musterfrau.example\r\nX:1'],
    ['a quoted part', '"eve@evil.example"@musterfrau.example'],
    ['a name', 'Rosa <rosa@musterfrau.example>'],
    ['a group', 'all:rosa@musterfrau.example;'],
    ['a null character', 'rosa@musterfrau.example\0'],
    ['a comment', 'rosa(eve@evil.example)@musterfrau.example'],
    ['a list', ['rosa@musterfrau.example']],
    ['an object', { address: 'rosa@musterfrau.example' }],
    ['a very long one', `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(200)}.example`],
  ])('is refused for %s as the address, and nothing is sent', async (_, email) => {
    const app = openTestApp()
    const answer = await app.browser().post('/api/email/send', { email })
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    expect(answer.json.fields.email).toBe('Bitte gültige E-Mail eingeben.')
    expect(app.rows(`select id from messages where channel = 'email'`)).toEqual([])
  })

  it('is refused with an unknown key, and without the address', async () => {
    const browser = openTestApp().browser()
    const unknown = await browser.post('/api/email/send', { email: EMAIL, subject: 'Hallo' })
    expect([unknown.status, unknown.json.fields]).toEqual([400, { subject: 'Unbekannte Angabe.' }])
    const missing = await browser.post('/api/email/send', {})
    expect([missing.status, missing.json.fields]).toEqual([400, { email: 'Diese Angabe fehlt.' }])
  })
})

describe('the limits', () => {
  it('are three e-mails an hour for a recipient, from any origin and in any spelling', async () => {
    const app = openTestApp()
    const send = (i: number, email = EMAIL) =>
      app.browser(`203.0.113.${i}`).post('/api/email/send', { email })
    expect((await send(1)).status).toBe(200)
    expect((await send(2, 'ROSA@musterfrau.example')).status).toBe(200)
    app.pass(10 * MINUTE)
    expect((await send(3)).status).toBe(200)
    const refused = await send(4, 'Rosa@Musterfrau.example')
    expect([refused.status, refused.json]).toEqual([
      429,
      { error: 'too_many', message: expect.stringContaining('Bitte warten Sie'), retry_after: 3000 },
    ])
    expect(refused.headers.get('retry-after')).toBe('3000')
    expect(app.rows(`select id from messages where channel = 'email'`)).toHaveLength(3)
    app.pass(50 * MINUTE)
    expect((await send(4)).status).toBe(200)
  })

  it('are twenty e-mails an hour for an origin', async () => {
    const app = openTestApp()
    const send = (i: number, address = '203.0.113.7') =>
      app.browser(address).post('/api/email/send', { email: `patient${i}@musterfrau.example` })
    for (let i = 0; i < 20; i++) expect((await send(i)).status).toBe(200)
    const refused = await send(20)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await send(20, '203.0.113.8')).status).toBe(200)
    app.pass(HOUR)
    expect((await send(21)).status).toBe(200)
  })

  it('are stored without addresses', async () => {
    const app = openTestApp()
    await app.browser('203.0.113.7').post('/api/email/send', { email: EMAIL })
    const stored = JSON.stringify(app.rows('select * from attempts'))
    expect(JSON.parse(stored)).toHaveLength(2)
    expect(stored).not.toMatch(/rosa|musterfrau|203\.0\.113/)
  })
})

describe('the status', () => {
  it('is not verified without a cookie, with an invented one and in another browser', async () => {
    const app = openTestApp()
    await verifyEmailAddress(app, app.browser())
    const stranger = app.browser()
    expect(await verified(stranger)).toBe(false)
    await stranger.post('/api/email/send', { email: EMAIL })
    expect(await verified(stranger)).toBe(false)
    const path = `/api/email/status?email=${EMAIL}`
    for (const cookie of [
      'ordi_browser=',
      'ordi_browser=x',
      `ordi_browser=${'A'.repeat(32)}`,
      `ordi_browser=' or 1=1`,
    ])
      expect((await app.browser().get(path, { cookie })).json).toEqual({ verified: false })
  })

  it('is the same for unknown and unverified addresses', async () => {
    const app = openTestApp()
    await app.browser().post('/api/email/send', { email: EMAIL })
    const stranger = app.browser()
    const [known, unknown] = [
      await stranger.get(`/api/email/status?email=${EMAIL}`),
      await stranger.get('/api/email/status?email=nobody@musterfrau.example'),
    ]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  })

  it.each(['', '?email=', '?email=rosa', '?mail=rosa@musterfrau.example'])(
    'wants an address (%o)',
    async (query) => {
      const answer = await openTestApp().browser().get(`/api/email/status${query}`)
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    },
  )
})

describe('the browser’s cookie', () => {
  const cookieOf = async (config: object, headers: Record<string, string> = {}) => {
    const answer = await openTestApp({ config }).browser().post('/api/email/send', { email: EMAIL }, headers)
    const [value = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    return { value, attributes: attributes.toSorted() }
  }

  it('is HttpOnly and SameSite', async () => {
    const { value, attributes } = await cookieOf({})
    expect(value).toMatch(/^ordi_browser=[\w-]{32}$/)
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=172800', 'Path=/', 'SameSite=Lax'])
  })

  it.each([
    ['the portal’s address says so', { baseUrl: 'https://termine.example' }, {}],
    ['a proxy says so', {}, { 'x-forwarded-proto': 'https' }],
  ])('is bound to this host and https when %s', async (_, config, headers) => {
    const { value, attributes } = await cookieOf(config, headers as Record<string, string>)
    expect(value).toMatch(/^__Host-ordi_browser=[\w-]{32}$/)
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=172800', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  it('stays the same for later checks, so that several addresses can be verified', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await verifyEmailAddress(app, browser, 'other@musterfrau.example')
    const again = await browser.post('/api/email/send', { email: EMAIL })
    expect(again.headers.get('set-cookie')).toBeNull()
    expect([await verified(browser), await verified(browser, 'other@musterfrau.example')]).toEqual([
      true,
      true,
    ])
  })

  it('is replaced when it is too short', async () => {
    const answer = await openTestApp()
      .browser()
      .post('/api/email/send', { email: EMAIL }, { cookie: 'ordi_browser=x' })
    expect(answer.headers.get('set-cookie')).toMatch(/^ordi_browser=[\w-]{32};/)
  })

  it('is not set by GET', async () => {
    const browser = openTestApp().browser()
    for (const path of ['/api/status', '/api/services', `/api/email/status?email=${EMAIL}`])
      expect((await browser.get(path)).headers.get('set-cookie')).toBeNull()
  })
})

describe('opening the link', () => {
  it('does not change the database', async () => {
    const app = openTestApp()
    const browser = app.browser()
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

  it('does not verify by a form or by another method', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await browser.post('/api/email/send', { email: EMAIL })
    const token = lastToken(app)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await browser.post('/api/email/verify', `token=${token}`, form)).status).toBe(415)
    expect((await browser.send('PUT', '/api/email/verify', { token })).status).toBe(404)
    expect(await verified(browser)).toBe(false)
  })
})

describe('a verified browser', () => {
  it('cannot place a hold with the verified address of another browser', async () => {
    const app = openTestApp()
    await verifyEmailAddress(app, app.browser())
    const answer = await app.browser().post('/api/hold', aHold())
    expect([answer.status, answer.json]).toEqual([
      403,
      {
        error: 'email_unverified',
        message: 'Bitte E-Mail verifizieren, bevor Sie fortfahren.',
        fields: { email: 'Bitte E-Mail verifizieren, bevor Sie fortfahren.' },
      },
    ])
  })
})
