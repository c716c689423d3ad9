import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { statusAndCode } from '../testing/offered-app.ts'
import { openTestApp } from '../testing/test-app.ts'

const ROSA_EMAIL = 'rosa@musterfrau.example'

describe('the waiting list without a booking, with Turnstile', () => {
  /** Opens the app with both keys of Turnstile. `checkedTokens` are those that Cloudflare was asked about. */
  function openWithTurnstile() {
    const checkedTokens: unknown[] = []
    const httpFetch: typeof fetch = (_, init) => {
      checkedTokens.push(JSON.parse(String(init?.body)).response)
      return Promise.resolve(Response.json({ success: true }))
    }
    const app = openTestApp({ ports: { httpFetch }, config: { turnstileSiteKey: 'site' } })
    writeSettings(app.ctx(), 'general', { TURNSTILE_SECRET: 'secret' })
    const browser = app.browser()
    const joinFor = (service_id: string, turnstile_token: string | null) =>
      browser.post('/api/waiting-list', {
        service_id,
        email: ROSA_EMAIL,
        turnstile_token,
        not_after: '2027-02-01',
      })
    const verifyAddress = () => verifyEmailAddress(app, browser, ROSA_EMAIL)
    return { checkedTokens, joinFor, verifyAddress, botToken: app.botToken }
  }

  it('asks Cloudflare about verified visitors only', async () => {
    const { checkedTokens, joinFor, verifyAddress } = openWithTurnstile()
    expect(statusAndCode(await joinFor('facial', '0.token'))).toEqual([403, 'email_unverified'])
    expect(checkedTokens).toEqual([])
    await verifyAddress()
    expect((await joinFor('facial', '0.token')).status).toBe(201)
    expect(checkedTokens).toEqual(['0.token'])
  })

  it('refuses a missing token', async () => {
    const { joinFor, verifyAddress } = openWithTurnstile()
    await verifyAddress()
    expect(statusAndCode(await joinFor('facial', null))).toEqual([400, 'bot_check_failed'])
  })

  it('refuses a token that was used before', async () => {
    const { joinFor, verifyAddress } = openWithTurnstile()
    await verifyAddress()
    expect((await joinFor('facial', '0.token')).status).toBe(201)
    expect(statusAndCode(await joinFor('akupunktur', '0.token'))).toEqual([400, 'bot_check_failed'])
  })

  it('accepts the built-in bot check without asking Cloudflare', async () => {
    const { checkedTokens, joinFor, verifyAddress, botToken } = openWithTurnstile()
    await verifyAddress()
    expect((await joinFor('akupunktur', await botToken())).status).toBe(201)
    expect(checkedTokens).toEqual([])
  })
})
