import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { MINUTE } from '../shared/day.ts'
import { codeOfRefusal } from '../testing/refusal.ts'
import { solveBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp } from '../testing/test-app.ts'
import { makeBotChallenge } from './altcha.ts'
import { spendBotCheck, verifyBotToken } from './bot-check.ts'
import { deleteExpiredChallenges } from './spent-challenges.ts'

const log = openLog({ logLevel: 'silent' })
const noFetch: typeof fetch = () => Promise.reject(new Error('no request expected'))

/** JSON that is nested deeper than the stack, and as long as a body may be. */
const DEEP = {
  list: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  object: `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
}

/** Returns the token that the widget makes from a payload. */
const tokenOf = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
const check = (ctx: Ctx, token: string) =>
  verifyBotToken(ctx, { token, turnstile: undefined, attempt: 'hold' }, { httpFetch: noFetch, log })

describe('the built-in check', () => {
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
    // The solution is a random counter of at least 500, so that nobody guesses it at once.
    expect(solution?.counter).toBeGreaterThanOrEqual(500)
    const result = await check(ctx(), tokenOf({ challenge, solution }))
    expect(result).toEqual({
      challenge: challenge.parameters.nonce,
      expiresAt: ctx().now + 20 * MINUTE,
      level: 0,
    })
  }, 30_000)

  it('makes a new challenge each time, which is harder at each level', async () => {
    const { ctx } = openTestApp()
    const made = await Promise.all(([0, 1, 2] as const).map((level) => makeBotChallenge(ctx(), level)))
    expect(made.map(({ parameters }) => parameters.cost)).toEqual([5_000, 10_000, 20_000])
    expect(new Set(made.flatMap(({ parameters }) => [parameters.nonce, parameters.salt])).size).toBe(6)
  })

  it('is refused, and not spent, when it is easier than required', async () => {
    const app = openTestApp()
    const solved = await solveBotCheck(app.ctx(), { data: { purpose: BOT_CHECK_ACTION, level: 1 } })
    const result = await check(app.ctx(), tokenOf(solved))
    expect(await codeOfRefusal(() => spendBotCheck(app.ctx(), result, 2))).toBe('bot_check_failed')
    expect(await codeOfRefusal(() => spendBotCheck(app.ctx(), result, 1))).toBeUndefined()
  })

  it('is valid until the challenge expires', async () => {
    const app = openTestApp()
    const token = tokenOf(await solveBotCheck(app.ctx()))
    app.pass(20 * MINUTE - 1)
    expect(await codeOfRefusal(check(app.ctx(), token))).toBeUndefined()
    app.pass(1)
    expect(await codeOfRefusal(check(app.ctx(), token))).toBe('bot_check_failed')
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
    const token = tokenOf(make(await solveBotCheck(ctx())))
    expect(await codeOfRefusal(check(ctx(), token))).toBe('bot_check_failed')
  })

  it.each(['list', 'object'] as const)('refuses a deeply nested %s in any place', async (kind) => {
    const { ctx } = openTestApp()
    const solved = JSON.stringify(await solveBotCheck(ctx()))
    const deep = DEEP[kind]
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
      expect(await codeOfRefusal(check(ctx(), token)), start).toBe('bot_check_failed')
    }
  })

  it('refuses a challenge with a missing or changed parameter', async () => {
    const { ctx } = openTestApp()
    const { challenge, solution } = await solveBotCheck(ctx())
    const name = fc.constantFrom(...Object.keys(challenge.parameters), 'more')
    await fc.assert(
      fc.asyncProperty(name, fc.option(fc.jsonValue(), { nil: undefined }), async (name, value) => {
        fc.pre(challenge.parameters[name as 'nonce'] !== value)
        const parameters = { ...challenge.parameters, [name]: value }
        const token = tokenOf({ challenge: { ...challenge, parameters }, solution })
        expect(await codeOfRefusal(check(ctx(), token))).toBe('bot_check_failed')
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
    expect(await codeOfRefusal(check(openTestApp().ctx(), token))).toBe('bot_check_failed')
  })

  it.each<[string, Parameters<typeof solveBotCheck>[1]]>([
    ['for another purpose', { data: { purpose: 'login' } }],
    // The compiler knows that every challenge of the portal has data and an end.
    ['for no purpose', { data: undefined as never }],
    ['without a level', { data: { purpose: BOT_CHECK_ACTION } }],
    ['without an end', { expiresAt: undefined as never }],
    ['signed with another key', { hmacSignatureSecret: 'somebody else’s' }],
    ['with another key for the solution', { hmacKeySignatureSecret: 'somebody else’s' }],
  ])('refuses a challenge %s', async (_, changes) => {
    const { ctx } = openTestApp()
    const token = tokenOf(await solveBotCheck(ctx(), changes))
    expect(await codeOfRefusal(check(ctx(), token))).toBe('bot_check_failed')
  })

  it('is spent once, even if its JSON is written differently', async () => {
    const app = openTestApp()
    const { challenge, solution } = await solveBotCheck(app.ctx())
    spendBotCheck(app.ctx(), await check(app.ctx(), tokenOf({ challenge, solution })), 0)

    const parameters = Object.fromEntries(Object.entries(challenge.parameters).reverse())
    const spellings = [
      { challenge, solution },
      { solution: { ...solution, time: 7 }, challenge },
      { challenge: { ...challenge, parameters }, solution },
    ]
    for (const payload of spellings) {
      const result = await check(app.ctx(), tokenOf(payload))
      expect(await codeOfRefusal(() => spendBotCheck(app.ctx(), result, 0))).toBe('bot_check_failed')
    }
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
  })

  it('is stored as spent until it expires', async () => {
    const app = openTestApp()
    spendBotCheck(app.ctx(), await check(app.ctx(), await app.botToken()), 0)
    app.pass(20 * MINUTE - 1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
    app.pass(1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(0)
  })
})
