import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { MINUTE } from '../shared/day.ts'
import { asyncRefusalCode } from '../testing/refusal.ts'
import { altchaToken, solveBotCheck, verifyAltcha } from '../testing/solved-bot-check.ts'
import { openTestApp } from '../testing/test-app.ts'
import { makeBotChallenge } from './altcha.ts'
import { spendBotCheck } from './bot-check.ts'
import { deleteExpiredChallenges } from './spent-challenges.ts'

/** Milliseconds for which a challenge, and so its solution, is valid. */
const VALID_MS = 20 * MINUTE

describe('a solved check', () => {
  it('is accepted', async () => {
    const { ctx } = openTestApp()
    const challenge = await makeBotChallenge(ctx(), 0)
    expect(challenge.parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      cost: 5000,
      expiresAt: Math.floor((ctx().now + VALID_MS) / 1000),
      data: { purpose: 'booking', level: 0 },
    })
    const solution = await solveChallenge({ challenge, deriveKey })
    // The solution is a random counter of at least 500, so that nobody guesses it at once.
    expect(solution?.counter).toBeGreaterThanOrEqual(500)
    expect(await verifyAltcha(ctx(), altchaToken({ challenge, solution }))).toEqual({
      challenge: challenge.parameters.nonce,
      expiresAt: ctx().now + VALID_MS,
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
    const verified = await verifyAltcha(app.ctx(), altchaToken(solved))
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), verified, 2))).toBe('bot_check_failed')
    expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), verified, 1))).toBeUndefined()
  })

  it('is valid until the challenge expires', async () => {
    const app = openTestApp()
    const token = altchaToken(await solveBotCheck(app.ctx()))
    app.pass(VALID_MS - 1)
    expect(await asyncRefusalCode(verifyAltcha(app.ctx(), token))).toBeUndefined()
    app.pass(1)
    expect(await asyncRefusalCode(verifyAltcha(app.ctx(), token))).toBe('bot_check_failed')
  })

  it('is spent once, even if its JSON is written differently', async () => {
    const app = openTestApp()
    const { challenge, solution } = await solveBotCheck(app.ctx())
    spendBotCheck(app.ctx(), await verifyAltcha(app.ctx(), altchaToken({ challenge, solution })), 0)

    const parameters = Object.fromEntries(Object.entries(challenge.parameters).reverse())
    const spellings = [
      { challenge, solution },
      { solution: { ...solution, time: 7 }, challenge },
      { challenge: { ...challenge, parameters }, solution },
    ]
    for (const payload of spellings) {
      const verified = await verifyAltcha(app.ctx(), altchaToken(payload))
      expect(await asyncRefusalCode(() => spendBotCheck(app.ctx(), verified, 0))).toBe('bot_check_failed')
    }
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
  })

  it('is stored as spent until it expires', async () => {
    const app = openTestApp()
    spendBotCheck(app.ctx(), await verifyAltcha(app.ctx(), await app.botToken()), 0)
    app.pass(VALID_MS - 1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(1)
    app.pass(1)
    deleteExpiredChallenges(app.ctx())
    expect(app.rows('select * from spent_challenges')).toHaveLength(0)
  })
})
