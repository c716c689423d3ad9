import { describe, expect, it } from 'vitest'
import type { Config } from '../config.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'

describe('the browser’s cookie', () => {
  const NINETY_DAYS = 90 * 24 * 60 * 60
  const COMMON = ['HttpOnly', `Max-Age=${NINETY_DAYS}`, 'Path=/', 'SameSite=Lax']

  const SECRET = '[\\w-]{32}'

  /** Requests a verification. @returns the cookie that is set, and its attributes in order */
  async function readNewCookie(config: Partial<Config>, headers: Record<string, string>) {
    const browser = openTestApp({ config }).browser()
    const answer = await browser.post('/api/email/send', { email: EMAIL }, headers)
    const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    return { cookie, attributes: attributes.toSorted() }
  }

  it.each([
    { browser: 'without one', headers: {} },
    { browser: 'with one that is too short', headers: { cookie: 'ordi_browser=x' } },
  ])('is set in a browser $browser, for this site only', async ({ headers }) => {
    const { cookie, attributes } = await readNewCookie({}, headers as Record<string, string>)
    expect(cookie).toMatch(new RegExp(`^ordi_browser=${SECRET}$`))
    expect(attributes).toEqual(COMMON)
  })

  it.each([
    { teller: 'the portal’s address', config: { baseUrl: 'https://termine.example' }, headers: {} },
    {
      teller: 'a trusted proxy',
      config: { trustedProxies: ['203.0.113.7'] },
      headers: { 'x-forwarded-proto': 'https' },
    },
  ])('is bound to this host and https when $teller says https', async ({ config, headers }) => {
    const { cookie, attributes } = await readNewCookie(config, headers as Record<string, string>)
    expect(cookie).toMatch(new RegExp(`^__Host-ordi_browser=${SECRET}$`))
    expect(attributes).toEqual([...COMMON, 'Secure'])
  })

  it('is kept by later requests, so that several e-mail addresses can be verified', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await verifyEmailAddress(app, browser, 'other@musterfrau.example')
    const again = await browser.post('/api/email/send', { email: EMAIL })
    expect(again.headers.get('set-cookie')).toBeNull()
    for (const email of [EMAIL, 'other@musterfrau.example']) {
      const { json } = await browser.get(`/api/email/status?email=${email}`)
      expect([email, json]).toEqual([email, { verified: true }])
    }
  })

  it('is not set by GET', async () => {
    const browser = openTestApp().browser()
    for (const path of ['/api/status', '/api/services', `/api/email/status?email=${EMAIL}`])
      expect((await browser.get(path)).headers.get('set-cookie')).toBeNull()
  })
})
