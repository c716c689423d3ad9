import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { MINUTE } from '../shared/day.ts'
import { asyncRefusalCode } from '../testing/refusal.ts'
import { solveBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp } from '../testing/test-app.ts'
import { makeBotChallenge } from './altcha.ts'
import { spendBotCheck, verifyBotToken } from './bot-check.ts'
import { deleteExpiredChallenges } from './spent-challenges.ts'

const log = openLog({ logLevel: 'silent' })
const noFetch: typeof fetch = () => Promise.reject(new Error('no request expected'))

/** JSON that is nested deeper than the stack, and as long as a body may be. */
const DEEP_JSON = {
  list: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  object: `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
}

/** Returns the token that the widget makes from a payload. */
const tokenOf = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
/** Verifies a token of the built-in check. */
const verify = (ctx: Ctx, token: string) =>
  verifyBotToken(ctx, { token, turnstile: undefined, attempt: 'hold' }, { httpFetch: noFetch, log })

describe('a solved check', () => {
  it('is accepted', async () => {
    const { ctx } = openTestApp()
    const challenge = await makeBotChallenge(ctx(), 0)
    expect(challenge.parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      cost: 5000,
      expiresAt: Math.floor((ctx().now + 20 * MINUTE) / 1000),
      data: { purpose: 'booking', level: 0 },
    })
    const solution = await solveChallenge({ challenge, deriveKey })
    // The solution is a random counter of at least 500, so that nobody guesses it at once.
    expect(solution?.counter).toBeGreaterThanOrEqual(500)
    expect(await verify(ctx(), tokenOf({ challenge, solution }))).toEqual({
      challenge: challenge.parameters.nonce,
      expiresAt: ctx().now + 20 * MINUTE,
      level: 0,
    })
  }, 30_000)

  it('has a new challenge each time, which is harder at each level', async () => {
    const { ctx } = openTestApp()
    const challenges = await Promise.all(([0, 1, 2] as const).map((level) => makeBotChallenge(ctx(), level)))
    expect(challenges.map(({ parameters }) => parameters.cost)).toEqual([5_000, 10_000, 20_000])
    expect(new Set(challenges.map(({ parameters }) => parameters.nonce)).size).toBe(3)
    expect(new Set(challenges.map(({ parameters }) => parameters.salt)).size).toBe(3)
  })

  it('is refused, and not spent, when it is easier than required', async () => {
    const app = openTestApp()
    const solved = await solveBotCheck(app.ctx(), { data: { purpose: BOT_CHECK_ACTION, level: 1 } })
    const verified = await verify(app.ctx(), tokenOf(solved))
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), verified, 2))).toBe('bot_check_failed')
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), verified, 1))).toBeUndefined()
  })

  it('is valid until the challenge expires', async () => {
    const app = openTestApp()
    const token = tokenOf(await solveBotCheck(app.ctx()))
    app.pass(20 * MINUTE - 1)
    expect(await asyncRefusalCode(verify(app.ctx(), token))).toBeUndefined()
    app.pass(1)
    expect(await asyncRefusalCode(verify(app.ctx(), token))).toBe('bot_check_failed')
  })

  it('is spent once, even if its JSON is written differently', async () => {
    const app = openTestApp()
    const { challenge, solution } = await solveBotCheck(app.ctx())
    spendBotCheck(app.ctx(), await verify(app.ctx(), tokenOf({ challenge, solution })), 0)

    const parameters = Object.fromEntries(Object.entries(challenge.parameters).reverse())
    const spellings = [
      { challenge, solution },
      { solution: { ...solution, time: 7 }, challenge },
      { challenge: { ...challenge, parameters }, solution },
    ]
    for (const payload of spellings) {
      const verified = await verify(app.ctx(), tokenOf(payload))
      expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), verified, 0))).toBe('bot_check_failed')
    }
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
  })

  it('is stored as spent until it expires', async () => {
    const app = openTestApp()
    spendBotCheck(app.ctx(), await verify(app.ctx(), await app.botToken()), 0)
    app.pass(20 * MINUTE - 1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
    app.pass(1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(0)
  })
})

describe('the built-in check', () => {
  it.each<{ what: string; payloadOf: (solved: { challenge: Challenge; solution: Solution }) => unknown }>([
    {
      what: 'the widget in its test mode',
      payloadOf: () => ({ challenge: null, solution: null, test: true }),
    },
    { what: 'no solution', payloadOf: ({ challenge }) => ({ challenge }) },
    {
      what: 'a wrong solution',
      payloadOf: ({ challenge, solution }) => ({
        challenge,
        solution: { ...solution, derivedKey: '00'.repeat(32) },
      }),
    },
    {
      what: 'an empty solution',
      payloadOf: ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: '' } }),
    },
    {
      what: 'a counter that is no number',
      payloadOf: ({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: '1' } }),
    },
    {
      what: 'a challenge without a signature',
      payloadOf: ({ challenge, solution }) => ({ challenge: { ...challenge, signature: '' }, solution }),
    },
    { what: 'a list', payloadOf: (solved) => [solved] },
    { what: 'null', payloadOf: () => null },
    { what: 'the parameters alone', payloadOf: ({ challenge }) => challenge.parameters },
  ])('refuses $what', async ({ payloadOf }) => {
    const { ctx } = openTestApp()
    const token = tokenOf(payloadOf(await solveBotCheck(ctx())))
    expect(await asyncRefusalCode(verify(ctx(), token))).toBe('bot_check_failed')
  })

  it.each(['list', 'object'] as const)('refuses a deeply nested %s in any place', async (kind) => {
    const { ctx } = openTestApp()
    const solved = JSON.stringify(await solveBotCheck(ctx()))
    const deep = DEEP_JSON[kind]
    const texts = [
      deep,
      `{"challenge":${deep}}`,
      solved.replace('"parameters":{', `$&"more":${deep},`),
      solved.replace(/"data":\{/, `$&"more":${deep},`),
      solved.replace(/"salt":"\w+"/, `"salt":${deep}`),
      solved.replace(/"derivedKey":"\w+"/, `"derivedKey":${deep}`),
    ]
    for (const text of texts) {
      const token = Buffer.from(text).toString('base64')
      const start = text.slice(0, 80)
      expect(await asyncRefusalCode(verify(ctx(), token)), start).toBe('bot_check_failed')
    }
  })

  it('refuses a challenge with a missing or changed parameter', async () => {
    const { ctx } = openTestApp()
    const { challenge, solution } = await solveBotCheck(ctx())
    const anyName = fc.constantFrom(...Object.keys(challenge.parameters), 'more')
    await fc.assert(
      fc.asyncProperty(anyName, fc.option(fc.jsonValue(), { nil: undefined }), async (name, value) => {
        fc.pre(challenge.parameters[name as 'nonce'] !== value)
        const parameters = { ...challenge.parameters, [name]: value }
        const token = tokenOf({ challenge: { ...challenge, parameters }, solution })
        expect(await asyncRefusalCode(verify(ctx(), token))).toBe('bot_check_failed')
      }),
    )
  })

  it.each([
    { what: 'no token', token: '' },
    { what: 'a letter', token: 'x' },
    { what: 'invalid Base64', token: '%%%' },
    { what: 'null in Base64', token: 'bnVsbA==' },
    { what: 'JSON without Base64', token: '{}' },
    { what: 'the test token of Turnstile', token: 'XXXX.DUMMY.TOKEN.XXXX' },
  ])('refuses $what', async ({ token }) => {
    expect(await asyncRefusalCode(verify(openTestApp().ctx(), token))).toBe('bot_check_failed')
  })

  it.each<{ what: string; changes: Parameters<typeof solveBotCheck>[1] }>([
    { what: 'for another purpose', changes: { data: { purpose: 'login' } } },
    // The compiler knows that every challenge of the portal has data and an end.
    { what: 'for no purpose', changes: { data: undefined as never } },
    { what: 'without a level', changes: { data: { purpose: BOT_CHECK_ACTION } } },
    { what: 'without an end', changes: { expiresAt: undefined as never } },
    { what: 'signed with another key', changes: { hmacSignatureSecret: 'somebody else’s' } },
    { what: 'with another key for the solution', changes: { hmacKeySignatureSecret: 'somebody else’s' } },
  ])('refuses a challenge $what', async ({ changes }) => {
    const { ctx } = openTestApp()
    const token = tokenOf(await solveBotCheck(ctx(), changes))
    expect(await asyncRefusalCode(verify(ctx(), token))).toBe('bot_check_failed')
  })
})
