import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import type { Browser } from '../testing/browser.ts'
import { lastCode, lastToken, verifyEmailAddress, wrongCodeFor } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'
const VERIFICATION_EXPIRED = 'Dieser Link oder Code ist ungültig, abgelaufen oder wurde schon verwendet.'

/** How often a code may be mistyped, restated from booking/email-verification.ts. */
const MAX_WRONG_CODES = 5
/** Milliseconds for which code and link are valid, restated from there too. */
const VALIDITY = 30 * MINUTE

/** Opens the app and the browser of a patient. */
function openWithBrowser() {
  const app = openTestApp()
  return { app, browser: app.browser() }
}

/** Returns whether the e-mail address is verified in this browser. */
const isVerifiedIn = async ({ get }: Browser): Promise<boolean> =>
  (await get(`/api/email/status?email=${encodeURIComponent(EMAIL)}`)).json.verified

describe('verifying an e-mail address', () => {
  it('works with the code, in the browser that requested it', async () => {
    const { app, browser } = openWithBrowser()
    const sent = await browser.post('/api/email/send', { email: EMAIL })
    expect([sent.status, sent.json]).toEqual([200, { sent: true }])
    expect(await isVerifiedIn(browser)).toBe(false)
    const answer = await browser.post('/api/email/verify', { email: EMAIL, code: ` ${lastCode(app)} ` })
    expect([answer.status, answer.json]).toEqual([200, { verified: true }])
    expect(await isVerifiedIn(browser)).toBe(true)
  })

  it('is refused with the same answer for a stranger with the code and for a wrong link', async () => {
    const { app, browser } = openWithBrowser()
    const stranger = app.browser()
    await stranger.post('/api/email/send', { email: 'max@musterfrau.example' })
    await browser.post('/api/email/send', { email: EMAIL })
    const codeOfOther = { email: EMAIL, code: lastCode(app) }
    const wrongLink = { token: lastToken(app).slice(0, -1) }
    for (const body of [codeOfOther, wrongLink]) {
      const answer = await stranger.post('/api/email/verify', body)
      expect([answer.status, answer.json]).toEqual([410, { error: 'expired', message: VERIFICATION_EXPIRED }])
    }
  })

  it('by the code asks a browser without cookies to allow them', async () => {
    const { app, browser } = openWithBrowser()
    await browser.post('/api/email/send', { email: EMAIL })
    const withoutCookie = app.browser()
    const answer = await withoutCookie.post('/api/email/verify', { email: EMAIL, code: lastCode(app) })
    expect([answer.status, answer.json.error]).toEqual([410, 'expired'])
    expect(answer.json.message).toContain('Bitte erlauben Sie ihm Cookies')
  })

  it('says that a code is wrong and, the fifth time, that it was wrong too often', async () => {
    const { app, browser } = openWithBrowser()
    await browser.post('/api/email/send', { email: EMAIL })
    const wrongCode = wrongCodeFor(lastCode(app))
    const sentences: string[] = []
    for (let attempt = 1; attempt <= MAX_WRONG_CODES + 1; attempt++) {
      const { status, json } = await browser.post('/api/email/verify', { email: EMAIL, code: wrongCode })
      expect([status, json.error]).toEqual([410, 'expired'])
      sentences.push(json.message)
    }
    const wrongCodeSentence =
      'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
    const usedUpSentence =
      'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
    const wrongCodeSentences = Array(MAX_WRONG_CODES - 1).fill(wrongCodeSentence)
    expect(sentences).toEqual([...wrongCodeSentences, usedUpSentence, usedUpSentence])

    app.pass(VALIDITY)
    const afterExpiry = await browser.post('/api/email/verify', { email: EMAIL, code: wrongCode })
    expect(afterExpiry.json.message).toBe(VERIFICATION_EXPIRED)
  })

  it.each<{ fault: string; body: unknown; fields: string[] }>([
    { fault: 'nothing', body: {}, fields: ['code', 'email'] },
    { fault: 'an empty token', body: { token: '' }, fields: ['token'] },
    { fault: 'a token that is a number', body: { token: 1 }, fields: ['token'] },
    { fault: 'a code without an address', body: { code: '123456' }, fields: ['email'] },
    { fault: 'an address that is none', body: { email: 'rosa', code: '123456' }, fields: ['email'] },
    { fault: 'five digits', body: { email: EMAIL, code: '12345' }, fields: ['code'] },
    { fault: 'a code that is a number', body: { email: EMAIL, code: 123456 }, fields: ['code'] },
    { fault: 'both ways at once', body: { email: EMAIL, code: '123456', token: 'x' }, fields: ['email'] },
  ])('is refused with $fault, which names the fields', async ({ body, fields }) => {
    const { browser } = openWithBrowser()
    const { status, json } = await browser.post('/api/email/verify', body)
    expect([status, json.error, Object.keys(json.fields).toSorted()]).toEqual([400, 'invalid', fields])
  })
})

describe('the status of a verification', () => {
  it('is not verified in another browser', async () => {
    const app = openTestApp()
    await verifyEmailAddress(app, app.browser())
    const stranger = app.browser()
    await stranger.post('/api/email/send', { email: EMAIL })
    expect(await isVerifiedIn(stranger)).toBe(false)
  })

  it.each(['', 'x', 'A'.repeat(32), `' or 1=1`])(
    'is not verified with the forged cookie "%s"',
    async (value) => {
      const { app, browser } = openWithBrowser()
      await verifyEmailAddress(app, browser)
      const cookie = `ordi_browser=${value}`
      const { json } = await app.browser().get(`/api/email/status?email=${EMAIL}`, { cookie })
      expect(json).toEqual({ verified: false })
    },
  )

  it('is not verified for an unknown e-mail address', async () => {
    const { app, browser } = openWithBrowser()
    await verifyEmailAddress(app, browser)
    const unknown = await browser.get('/api/email/status?email=nobody@musterfrau.example')
    expect([unknown.status, unknown.json]).toEqual([200, { verified: false }])
  })

  it.each(['', '?email=', '?email=rosa', '?mail=rosa@musterfrau.example'])(
    'requires an e-mail address (%o)',
    async (query) => {
      const { browser } = openWithBrowser()
      const answer = await browser.get(`/api/email/status${query}`)
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    },
  )
})

describe('opening the link', () => {
  it('does not change the database', async () => {
    const { app, browser } = openWithBrowser()
    await browser.post('/api/email/send', { email: EMAIL })
    const token = lastToken(app)
    const bytesBefore = app.ctx().db.$client.serialize()
    for (const path of [`/email/verify?token=${token}`, `/api/email/verify?token=${token}`]) {
      for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS', 'HEAD']) {
        await browser.send(method, path)
        await app.browser('198.51.100.9').send(method, path)
      }
    }
    expect(bytesBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
    expect(await isVerifiedIn(browser)).toBe(false)
    expect((await browser.post('/api/email/verify', { token })).status).toBe(200)
  })
})
