import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { asyncRefusalCode } from '../testing/refusal.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import { HARDEST_LEVEL, spendBotCheck, verifyBotToken } from './bot-check.ts'
import { findRecentMismatch } from './config-mismatches.ts'

const TURNSTILE_KEYS = {
  siteKey: 'site',
  secret: 'the secret key',
  hostnames: ['termine.example', 'praxis.example'],
}
/** Cloudflare's answer about a token that it accepts. */
const ACCEPTED = { success: true, hostname: 'termine.example', action: BOT_CHECK_ACTION, 'error-codes': [] }

const log = openLog({ logLevel: 'silent' })

/** Opens a fake of Cloudflare's siteverify, which records the requests. */
function openCloudflare(answer: unknown) {
  const requests: { url: string; init: RequestInit; body: Record<string, string> }[] = []
  const httpFetch: typeof fetch = async (url, init = {}) => {
    requests.push({ url: String(url), init, body: JSON.parse(String(init.body)) })
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  }
  return { httpFetch, requests }
}

/** Verifies a token, by default `token` for the attempt `hold`. */
const verify = (ctx: Ctx, httpFetch: typeof fetch, sent: { token?: string; attempt?: string } = {}) =>
  verifyBotToken(
    ctx,
    { token: 'token', attempt: 'hold', ...sent, turnstile: TURNSTILE_KEYS },
    { httpFetch, log },
  )

describe('Turnstile', () => {
  it('receives the secret, the token and an idempotency key', async () => {
    const { ctx } = openTestApp()
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    await verify(ctx(), httpFetch)
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
      secret: 'the secret key',
      response: 'token',
      idempotency_key: expect.stringMatching(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
    })
  })

  it.each([
    { what: 'an empty token', token: '' },
    { what: 'a token that is too long', token: 'x'.repeat(2049) },
  ])('is not asked about $what, which is refused', async ({ token }) => {
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    expect(await asyncRefusalCode(() => verify(openTestApp().ctx(), httpFetch, { token }))).toBe(
      'bot_check_failed',
    )
    expect(requests).toEqual([])
  })

  it('is asked about a token of the greatest length', async () => {
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    await verify(openTestApp().ctx(), httpFetch, { token: 'x'.repeat(2048) })
    expect(requests).toHaveLength(1)
  })

  it('receives the same idempotency key only for the same token and attempt', async () => {
    const { ctx } = openTestApp()
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    for (let i = 0; i < 2; i++) await verify(ctx(), httpFetch, { token: 'token', attempt: 'hold' })
    await verify(ctx(), httpFetch, { token: 'token', attempt: 'other' })
    await verify(ctx(), httpFetch, { token: 'other', attempt: 'hold' })
    const [first, repeated, ofOtherAttempt, ofOtherToken] = requests.map(({ body }) => body.idempotency_key)
    expect(repeated).toBe(first)
    expect(new Set([first, ofOtherAttempt, ofOtherToken]).size).toBe(3)
  })

  it('is called at the configured URL', async () => {
    const turnstileVerifyUrl = 'http://127.0.0.1:9/verify'
    const { httpFetch, requests } = openCloudflare(ACCEPTED)
    await verify(openTestApp({ config: { turnstileVerifyUrl } }).ctx(), httpFetch)
    expect(requests[0]?.url).toBe(turnstileVerifyUrl)
  })

  it('accepts a token once, and stores its fingerprint for five minutes', async () => {
    const app = openTestApp()
    const { httpFetch } = openCloudflare(ACCEPTED)
    const verified = await verify(app.ctx(), httpFetch)
    expect(verified).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: app.ctx().now + 5 * MINUTE,
      level: HARDEST_LEVEL,
    })
    spendBotCheck(app.ctx(), verified, 0)
    const sameToken = await verify(app.ctx(), httpFetch, { attempt: 'another hold' })
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), sameToken, 0))).toBe('bot_check_failed')
    const otherToken = await verify(app.ctx(), httpFetch, { token: 'other' })
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), otherToken, 0))).toBeUndefined()
  })
})

describe('the host of a check by Turnstile', () => {
  /** Opens an app whose checks can be solved on any host. */
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
    expect(findRecentMismatch(app.ctx(), 'turnstile-host')).toBe('alt.example')
    app.pass(DAY_LENGTH)
    expect(findRecentMismatch(app.ctx(), 'turnstile-host')).toBeUndefined()
  })
})

describe('the answer of Turnstile', () => {
  it.each([{ success: true }, { success: true, hostname: '', action: '' }])(
    'may come from a simulator that names neither site nor action: %o',
    async (answer) => {
      const { httpFetch } = openCloudflare(answer)
      expect(await asyncRefusalCode(verify(openTestApp().ctx(), httpFetch))).toBeUndefined()
    },
  )

  it.each([
    { what: 'the visitor failed', answer: { success: false, 'error-codes': ['invalid-input-response'] } },
    {
      what: 'the token was used or is too old',
      answer: { success: false, 'error-codes': ['timeout-or-duplicate'] },
    },
    { what: 'it gives no reason', answer: { success: false } },
    { what: 'the token is from another site', answer: { ...ACCEPTED, hostname: 'evil.example' } },
    { what: 'the token is from a part of the site', answer: { ...ACCEPTED, hostname: 'x.termine.example' } },
    { what: 'the token is for another action', answer: { ...ACCEPTED, action: 'login' } },
  ])('is a refusal when $what', async ({ answer }) => {
    expect(await asyncRefusalCode(verify(openTestApp().ctx(), openCloudflare(answer).httpFetch))).toBe(
      'bot_check_failed',
    )
  })

  it.each([
    { what: 'our secret is wrong', answer: { success: false, 'error-codes': ['invalid-input-secret'] } },
    { what: 'it has an internal error', answer: { success: false, 'error-codes': ['internal-error'] } },
    { what: 'it reports success and an error', answer: { ...ACCEPTED, 'error-codes': ['internal-error'] } },
    { what: 'it answers no JSON', answer: '<html>Bad gateway</html>' },
    { what: 'it answers null', answer: null },
    { what: 'it answers more than a megabyte', answer: { ...ACCEPTED, more: 'x'.repeat(1024 * 1024) } },
    { what: 'success is a string', answer: { ...ACCEPTED, success: 'true' } },
  ])('counts as none when $what', async ({ answer }) => {
    expect(await asyncRefusalCode(verify(openTestApp().ctx(), openCloudflare(answer).httpFetch))).toBe(
      'bot_check_unavailable',
    )
  })

  it.each([
    new TypeError('fetch failed'),
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  ])('counts as none when the request ends with %o', async (error) => {
    const checked = verify(openTestApp().ctx(), () => Promise.reject(error))
    expect(await asyncRefusalCode(checked)).toBe('bot_check_unavailable')
  })
})
