import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { asyncRefusalCode } from '../testing/refusal.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import { ACCEPTED, openCloudflare, TURNSTILE_KEYS, verifyTurnstile } from '../testing/turnstile.ts'
import { HARDEST_LEVEL, spendBotCheck, verifyBotToken } from './bot-check.ts'
import { findRecentMismatch } from './config-mismatches.ts'

/** The form of an idempotency key. */
const UUID_VERSION_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describe('Turnstile', () => {
  it('receives the secret, the token and an idempotency key', async () => {
    const { ctx } = openTestApp()
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    await verifyTurnstile(ctx(), httpFetch)
    expect(requests).toHaveLength(1)
    const [request] = requests
    expect(request?.url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
    expect(request?.init).toMatchObject({
      signal: expect.any(AbortSignal),
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
    })
    expect(request?.body).toEqual({
      secret: TURNSTILE_KEYS.secret,
      response: 'token',
      idempotency_key: expect.stringMatching(UUID_VERSION_4),
    })
  })

  it.each([
    { what: 'an empty token', token: '' },
    { what: 'a token that is too long', token: 'x'.repeat(2049) },
  ])('is not asked about $what, which is refused', async ({ token }) => {
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    expect(await asyncRefusalCode(() => verifyTurnstile(openTestApp().ctx(), httpFetch, { token }))).toBe(
      'bot_check_failed',
    )
    expect(requests).toEqual([])
  })

  it('is asked about a token of the greatest length', async () => {
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    await verifyTurnstile(openTestApp().ctx(), httpFetch, { token: 'x'.repeat(2048) })
    expect(requests).toHaveLength(1)
  })

  it('receives the same idempotency key only for the same token and attempt', async () => {
    const { ctx } = openTestApp()
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    for (let i = 0; i < 2; i++) await verifyTurnstile(ctx(), httpFetch, { token: 'token', attempt: 'hold' })
    await verifyTurnstile(ctx(), httpFetch, { token: 'token', attempt: 'other' })
    await verifyTurnstile(ctx(), httpFetch, { token: 'other', attempt: 'hold' })
    const [first, repeated, ofOtherAttempt, ofOtherToken] = requests.map(({ body }) => body.idempotency_key)
    expect(repeated).toBe(first)
    expect(new Set([first, ofOtherAttempt, ofOtherToken]).size).toBe(3)
  })

  it('is called at the configured URL', async () => {
    const turnstileVerifyUrl = 'http://127.0.0.1:9/verify'
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    await verifyTurnstile(openTestApp({ config: { turnstileVerifyUrl } }).ctx(), httpFetch)
    expect(requests[0]?.url).toBe(turnstileVerifyUrl)
  })

  it('accepts a token once, and stores its fingerprint for five minutes', async () => {
    const app = openTestApp()
    const { httpFetch } = openCloudflare(ACCEPTED)
    const verified = await verifyTurnstile(app.ctx(), httpFetch)
    expect(verified).toEqual({
      // SHA-256 has 43 characters in Base64url.
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: app.ctx().now + 5 * MINUTE,
      level: HARDEST_LEVEL,
    })
    spendBotCheck(app.ctx(), verified, 0)
    const sameToken = await verifyTurnstile(app.ctx(), httpFetch, { attempt: 'another hold' })
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), sameToken, 0))).toBe('bot_check_failed')
    const otherToken = await verifyTurnstile(app.ctx(), httpFetch, { token: 'other' })
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), otherToken, 0))).toBeUndefined()
  })
})

describe('the host of a check by Turnstile', () => {
  /** Opens an app with its log, and a call that solves a check on a host and says how it is refused. */
  function openWithHosts() {
    const app = openTestApp()
    const { log, lines } = recordLog()
    return {
      app,
      lines,
      refusalFrom: (hostname: string) => {
        const { httpFetch } = openCloudflare({ ...ACCEPTED, hostname })
        const visitorToken = { token: 'token', turnstile: TURNSTILE_KEYS, attempt: 'hold' }
        return asyncRefusalCode(verifyBotToken(app.ctx(), visitorToken, { httpFetch, log }))
      },
    }
  }

  it('may be each host of the portal', async () => {
    const { app, lines, refusalFrom } = openWithHosts()
    for (const host of TURNSTILE_KEYS.hostnames) expect(await refusalFrom(host)).toBeUndefined()
    expect(lines).toEqual([])
    expect(findRecentMismatch(app.ctx(), 'turnstile-host')).toBeUndefined()
  })

  it('is refused if it is another one, which is reported once an hour', async () => {
    const { app, lines, refusalFrom } = openWithHosts()
    for (let i = 0; i < 3; i++) expect(await refusalFrom('alt.example')).toBe('bot_check_failed')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', host: 'alt.example', expected: TURNSTILE_KEYS.hostnames },
    ])
    // The administrator is warned for a day.
    expect(findRecentMismatch(app.ctx(), 'turnstile-host')).toBe('alt.example')
    app.pass(DAY_LENGTH)
    expect(findRecentMismatch(app.ctx(), 'turnstile-host')).toBeUndefined()
  })
})
