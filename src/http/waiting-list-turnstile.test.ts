import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { statusAndCode } from '../testing/offered-app.ts'
import { openTestApp } from '../testing/test-app.ts'

const ROSA = 'rosa@musterfrau.example'

describe('the waiting list without a booking, with Turnstile', () => {
  /** Opens the app with both keys of Turnstile. `asked` are the tokens that Cloudflare was asked about. */
  function openWithTurnstile() {
    const asked: unknown[] = []
    const httpFetch: typeof fetch = (_, init) => {
      asked.push(JSON.parse(String(init?.body)).response)
      return Promise.resolve(Response.json({ success: true }))
    }
    const app = openTestApp({ ports: { httpFetch }, config: { turnstileSiteKey: 'site' } })
    writeSettings(app.ctx(), 'general', { TURNSTILE_SECRET: 'secret' })
    const browser = app.browser()
    const join = (service_id: string, turnstile_token: string | null) =>
      browser.post('/api/waiting-list', { service_id, email: ROSA, turnstile_token, not_after: '2027-02-01' })
    const verifyAddress = () => verifyEmailAddress(app, browser, ROSA)
    return { asked, join, verifyAddress, botToken: app.botToken }
  }

  it('asks Cloudflare about verified visitors only', async () => {
    const { asked, join, verifyAddress } = openWithTurnstile()
    expect(statusAndCode(await join('facial', '0.token'))).toEqual([403, 'email_unverified'])
    expect(asked).toEqual([])
    await verifyAddress()
    expect((await join('facial', '0.token')).status).toBe(201)
    expect(asked).toEqual(['0.token'])
  })

  it('refuses a missing token, and one that was used before', async () => {
    const { join, verifyAddress } = openWithTurnstile()
    await verifyAddress()
    expect(statusAndCode(await join('facial', null))).toEqual([400, 'bot_check_failed'])
    expect((await join('facial', '0.token')).status).toBe(201)
    expect(statusAndCode(await join('akupunktur', '0.token'))).toEqual([400, 'bot_check_failed'])
  })

  it('accepts the built-in bot check without asking Cloudflare', async () => {
    const { asked, join, verifyAddress, botToken } = openWithTurnstile()
    await verifyAddress()
    expect((await join('akupunktur', await botToken())).status).toBe(201)
    expect(asked).toEqual([])
  })
})
