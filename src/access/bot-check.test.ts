import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { solveBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import { makeBotChallenge } from './altcha.ts'
import { HARDEST_LEVEL, spendBotToken, verifyBotToken } from './bot-check.ts'
import { findSeen } from './config-mismatches.ts'
import { deleteExpiredChallenges } from './spent-challenges.ts'

const KEYS = { siteKey: 'site', secret: 'the secret key', hostnames: ['termine.example', 'praxis.example'] }
const GOOD = { success: true, hostname: 'termine.example', action: BOT_CHECK_ACTION, 'error-codes': [] }

const log = openLog({ logLevel: 'silent' })
const noFetch: typeof fetch = () => Promise.reject(new Error('no request expected'))

async function codeOf(checked: Promise<unknown> | (() => unknown)): Promise<string | undefined> {
  try {
    await (typeof checked === 'function' ? checked() : checked)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

describe('the built-in check', () => {
  const packed = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
  const check = (ctx: Ctx, token: string) =>
    verifyBotToken(ctx, { token, turnstile: undefined, attempt: 'hold' }, { httpFetch: noFetch, log })

  it('accepts a solved challenge', async () => {
    const { ctx } = openTestApp()
    const challenge = await makeBotChallenge(ctx(), 0)
    expect(challenge.parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      cost: 5000,
      expiresAt: Math.floor((ctx().now + 20 * MINUTE) / 1000),
      data: { purpose: 'booking', level: 0 },
    })
    const solution = await solveChallenge({ challenge, deriveKey })
    expect(solution?.counter).toBeGreaterThanOrEqual(500)
    const result = await check(ctx(), packed({ challenge, solution }))
    expect(result).toEqual({
      challenge: challenge.parameters.nonce,
      expiresAt: ctx().now + 20 * MINUTE,
      level: 0,
    })
  }, 30_000)

  it('makes a new challenge each time, and more work at each level', async () => {
    const { ctx } = openTestApp()
    const made = await Promise.all(([0, 1, 2] as const).map((level) => makeBotChallenge(ctx(), level)))
    expect(made.map(({ parameters }) => parameters.cost)).toEqual([5_000, 10_000, 20_000])
    expect(new Set(made.flatMap(({ parameters }) => [parameters.nonce, parameters.salt])).size).toBe(6)
  })

  it('is refused, and not spent, when it is easier than required', async () => {
    const app = openTestApp()
    const solved = await solveBotCheck(app.ctx(), { data: { purpose: BOT_CHECK_ACTION, level: 1 } })
    const result = await check(app.ctx(), packed(solved))
    expect(await codeOf(() => spendBotToken(app.ctx(), result, 2))).toBe('bot_check_failed')
    expect(await codeOf(() => spendBotToken(app.ctx(), result, 1))).toBeUndefined()
  })

  it('is valid until the challenge expires', async () => {
    const app = openTestApp()
    const token = packed(await solveBotCheck(app.ctx()))
    app.pass(20 * MINUTE - 1)
    expect(await codeOf(check(app.ctx(), token))).toBeUndefined()
    app.pass(1)
    expect(await codeOf(check(app.ctx(), token))).toBe('bot_check_failed')
  })

  it.each<[string, (solved: { challenge: Challenge; solution: Solution }) => unknown]>([
    ['the widget in its test mode', () => ({ challenge: null, solution: null, test: true })],
    ['no solution', ({ challenge }) => ({ challenge })],
    [
      'a wrong solution',
      ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    ],
    [
      'an empty solution',
      ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: '' } }),
    ],
    [
      'a counter that is no number',
      ({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: '1' } }),
    ],
    [
      'a challenge without a signature',
      ({ challenge, solution }) => ({ challenge: { ...challenge, signature: '' }, solution }),
    ],
    ['a list', (both) => [both]],
    ['null', () => null],
    ['the parameters alone', ({ challenge }) => challenge.parameters],
  ])('refuses %s', async (_, make) => {
    const { ctx } = openTestApp()
    expect(await codeOf(check(ctx(), packed(make(await solveBotCheck(ctx())))))).toBe('bot_check_failed')
  })

  /** Deeper than the stack, and as long as a body may be. */
  const DEEP = {
    list: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    object: `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  }

  it.each(['list', 'object'] as const)('refuses a very deep %s anywhere', async (kind) => {
    const { ctx } = openTestApp()
    const solved = JSON.stringify(await solveBotCheck(ctx()))
    const deep = DEEP[kind]
    for (const text of [
      deep,
      `{"challenge":${deep}}`,
      solved.replace('"parameters":{', `$&"more":${deep},`),
      solved.replace(/"data":\{/, `$&"more":${deep},`),
      solved.replace(/"salt":"\w+"/, `"salt":${deep}`),
      solved.replace(/"derivedKey":"\w+"/, `"derivedKey":${deep}`),
    ]) {
      const token = Buffer.from(text).toString('base64')
      expect([text.slice(0, 80), await codeOf(check(ctx(), token))]).toEqual([
        text.slice(0, 80),
        'bot_check_failed',
      ])
    }
  })

  it('refuses a challenge without a parameter, and whatever else stands in its place', async () => {
    const { ctx } = openTestApp()
    const { challenge, solution } = await solveBotCheck(ctx())
    const name = fc.constantFrom(...Object.keys(challenge.parameters), 'more')
    await fc.assert(
      fc.asyncProperty(name, fc.option(fc.jsonValue(), { nil: undefined }), async (name, value) => {
        fc.pre(challenge.parameters[name as 'nonce'] !== value)
        const parameters = { ...challenge.parameters, [name]: value }
        const token = packed({ challenge: { ...challenge, parameters }, solution })
        expect(await codeOf(check(ctx(), token))).toBe('bot_check_failed')
      }),
    )
  })

  it.each(['', 'x', '%%%', 'bnVsbA==', '{}', 'XXXX.DUMMY.TOKEN.XXXX'])('refuses %o', async (token) => {
    expect(await codeOf(check(openTestApp().ctx(), token))).toBe('bot_check_failed')
  })

  it.each<[string, Parameters<typeof solveBotCheck>[1]]>([
    ['for another purpose', { data: { purpose: 'login' } }],
    ['for no purpose', { data: undefined as never }],
    ['without a level', { data: { purpose: BOT_CHECK_ACTION } }],
    ['without an end', { expiresAt: undefined as never }],
    ['signed with another key', { hmacSignatureSecret: 'somebody else’s' }],
    ['with another key for the solution', { hmacKeySignatureSecret: 'somebody else’s' }],
  ])('refuses a challenge %s', async (_, changes) => {
    const { ctx } = openTestApp()
    expect(await codeOf(check(ctx(), packed(await solveBotCheck(ctx(), changes))))).toBe('bot_check_failed')
  })

  it('is spent once, also when its JSON is written differently', async () => {
    const app = openTestApp()
    const { challenge, solution } = await solveBotCheck(app.ctx())
    spendBotToken(app.ctx(), await check(app.ctx(), packed({ challenge, solution })), 0)
    for (const payload of [
      { challenge, solution },
      { solution: { ...solution, time: 7 }, challenge },
      {
        challenge: {
          ...challenge,
          parameters: Object.fromEntries(Object.entries(challenge.parameters).reverse()),
        },
        solution,
      },
    ]) {
      const result = await check(app.ctx(), packed(payload))
      expect(await codeOf(() => spendBotToken(app.ctx(), result, 0))).toBe('bot_check_failed')
    }
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
  })

  it('is stored as spent until it expires', async () => {
    const app = openTestApp()
    spendBotToken(app.ctx(), await check(app.ctx(), await app.botToken()), 0)
    app.pass(20 * MINUTE - 1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
    app.pass(1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(0)
  })
})

describe('Turnstile', () => {
  /** A fake of Cloudflare's siteverify that records the requests. */
  function cloudflare(answer: unknown, status = 200) {
    const asked: { url: string; init: RequestInit; body: Record<string, string> }[] = []
    const httpFetch: typeof fetch = async (url, init = {}) => {
      asked.push({ url: String(url), init, body: JSON.parse(String(init.body)) })
      return typeof answer === 'string' ? new Response(answer, { status }) : Response.json(answer, { status })
    }
    return { httpFetch, asked }
  }
  const check = (ctx: Ctx, httpFetch: typeof fetch, token = 'token', attempt = 'hold') =>
    verifyBotToken(ctx, { token, turnstile: KEYS, attempt }, { httpFetch, log })

  it('receives the secret, the token and an idempotency key', async () => {
    const { ctx } = openTestApp()
    const { httpFetch, asked } = cloudflare(GOOD)
    await check(ctx(), httpFetch)
    const [{ url, init, body } = { url: '', init: {}, body: {} }] = asked
    expect(url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
    expect(init).toMatchObject({
      signal: expect.any(AbortSignal),
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
    })
    expect(body).toEqual({
      secret: 'the secret key',
      response: 'token',
      idempotency_key: expect.stringMatching(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
    })
  })

  it('receives the same key for the same attempt only', async () => {
    const { ctx } = openTestApp()
    const { httpFetch, asked } = cloudflare(GOOD)
    await check(ctx(), httpFetch, 'token', 'hold')
    await check(ctx(), httpFetch, 'token', 'hold')
    await check(ctx(), httpFetch, 'token', 'other')
    await check(ctx(), httpFetch, 'other', 'hold')
    const keys = asked.map(({ body }) => body.idempotency_key)
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
  })

  it('is called at the configured address', async () => {
    const turnstileVerifyUrl = 'http://127.0.0.1:9/verify'
    const { httpFetch, asked } = cloudflare(GOOD)
    await check(openTestApp({ config: { turnstileVerifyUrl } }).ctx(), httpFetch)
    expect(asked[0]?.url).toBe(turnstileVerifyUrl)
  })

  it('accepts a token once, and stores its fingerprint for five minutes', async () => {
    const app = openTestApp()
    const { httpFetch } = cloudflare(GOOD)
    const result = await check(app.ctx(), httpFetch)
    expect(result).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: app.ctx().now + 5 * MINUTE,
      level: HARDEST_LEVEL,
    })
    spendBotToken(app.ctx(), result, 0)
    const again = await check(app.ctx(), httpFetch, 'token', 'another hold')
    expect(await codeOf(() => spendBotToken(app.ctx(), again, 0))).toBe('bot_check_failed')
    expect(
      await codeOf(async () => spendBotToken(app.ctx(), await check(app.ctx(), httpFetch, 'other'), 0)),
    ).toBeUndefined()
  })

  it('accepts each host of the portal, and reports another one once an hour', async () => {
    const app = openTestApp()
    const { log, lines } = recordLog()
    const from = (hostname: string) =>
      codeOf(
        verifyBotToken(
          app.ctx(),
          { token: 'token', turnstile: KEYS, attempt: 'hold' },
          { ...cloudflare({ ...GOOD, hostname }), log },
        ),
      )
    for (const host of KEYS.hostnames) expect(await from(host)).toBeUndefined()
    expect([lines, findSeen(app.ctx(), 'turnstile-host')]).toEqual([[], undefined])
    for (let i = 0; i < 3; i++) expect(await from('alt.example')).toBe('bot_check_failed')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', host: 'alt.example', expected: KEYS.hostnames },
    ])
    expect(findSeen(app.ctx(), 'turnstile-host')).toBe('alt.example')
    app.pass(DAY_LENGTH)
    expect(findSeen(app.ctx(), 'turnstile-host')).toBeUndefined()
  })

  it.each([
    ['the visitor failed', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['the token was used or is too old', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['it refuses without a reason', { success: false }],
    ['the token is from another site', { ...GOOD, hostname: 'evil.example' }],
    ['the token is from a part of the site', { ...GOOD, hostname: 'x.termine.example' }],
    ['it names no site', { ...GOOD, hostname: undefined }],
    ['the token is for another action', { ...GOOD, action: 'login' }],
    ['it names no action', { ...GOOD, action: undefined }],
  ])('refuses when %s', async (_, answer) => {
    expect(await codeOf(check(openTestApp().ctx(), cloudflare(answer).httpFetch))).toBe('bot_check_failed')
  })

  it.each([
    ['our secret is wrong', { success: false, 'error-codes': ['invalid-input-secret'] }],
    ['it has an internal error', { success: false, 'error-codes': ['internal-error'] }],
    ['it reports success and an error', { ...GOOD, 'error-codes': ['internal-error'] }],
    ['it answers no JSON', '<html>Bad gateway</html>'],
    ['it answers null', null],
    ['success is a text', { ...GOOD, success: 'true' }],
  ])('is unavailable when %s', async (_, answer) => {
    expect(await codeOf(check(openTestApp().ctx(), cloudflare(answer).httpFetch))).toBe(
      'bot_check_unavailable',
    )
  })

  it.each([
    new TypeError('fetch failed'),
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  ])('is unavailable when the request ends with %o', async (error) => {
    const checked = check(openTestApp().ctx(), () => Promise.reject(error))
    expect(await codeOf(checked)).toBe('bot_check_unavailable')
  })
})
