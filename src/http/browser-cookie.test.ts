import { describe, expect, it } from 'vitest'
import type { Config } from '../config.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'

describe('the browser’s cookie', () => {
  const SECONDS_OF_NINETY_DAYS = 90 * 24 * 60 * 60
  const ATTRIBUTES = ['HttpOnly', `Max-Age=${SECONDS_OF_NINETY_DAYS}`, 'Path=/', 'SameSite=Lax']

  /** Each kind of cookie has a secret of 32 characters. */
  const COOKIE = /^ordi_browser=[\w-]{32}$/
  const COOKIE_OF_HOST = /^__Host-ordi_browser=[\w-]{32}$/

  /** Requests a verification. @returns the cookie that is set, and its attributes in order */
  async function readNewCookie(config: Partial<Config>, headers: Record<string, string>) {
    const browser = openTestApp({ config }).browser()
    const answer = await browser.post('/api/email/send', { email: EMAIL }, headers)
    const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    return { cookie, attributes: attributes.toSorted() }
  }

  it.each<{ browser: string; headers: Record<string, string> }>([
    { browser: 'without one', headers: {} },
    { browser: 'with one that is too short', headers: { cookie: 'ordi_browser=x' } },
  ])('is set in a browser $browser, for this site only', async ({ headers }) => {
    const { cookie, attributes } = await readNewCookie({}, headers)
    expect(cookie).toMatch(COOKIE)
    expect(attributes).toEqual(ATTRIBUTES)
  })

  it.each<{ source: string; config: Partial<Config>; headers: Record<string, string> }>([
    { source: 'the portal’s address', config: { baseUrl: 'https://termine.example' }, headers: {} },
    {
      source: 'a trusted proxy',
      config: { trustedProxies: ['203.0.113.7'] },
      headers: { 'x-forwarded-proto': 'https' },
    },
  ])('is bound to this host and https when $source says https', async ({ config, headers }) => {
    const { cookie, attributes } = await readNewCookie(config, headers)
    expect(cookie).toMatch(COOKIE_OF_HOST)
    expect(attributes).toEqual([...ATTRIBUTES, 'Secure'])
  })

  it('is kept by later requests, so that several e-mail addresses can be verified', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await verifyEmailAddress(app, browser, 'other@musterfrau.example')
    const repeated = await browser.post('/api/email/send', { email: EMAIL })
    expect(repeated.headers.get('set-cookie')).toBeNull()
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
