import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { BotCheckLevel, SolvedBotCheck } from './bot-check.ts'
import { contextsOfValidSecrets, encodedKeyFor } from './crypto.ts'

/**
 * This module is the built-in bot check: the browser solves a challenge of ALTCHA, without other services.
 */

/**
 * The work of each level: the iterations of one try (`cost`) times the number of tries, which is drawn for
 * each challenge. A phone needs 0.5 to 2, 3 to 6, and 7 to 12 seconds for it. To verify, the server derives
 * one key, which takes less than a millisecond at level 0 and a few milliseconds at level 2.
 */
const WORK = [
  { cost: 5_000, leastCounter: 500, mostCounter: 2_500 },
  { cost: 10_000, leastCounter: 1_500, mostCounter: 3_500 },
  { cost: 20_000, leastCounter: 2_000, mostCounter: 3_500 },
] as const satisfies Record<BotCheckLevel, Record<'cost' | 'leastCounter' | 'mostCounter', number>>

/** Milliseconds for which a challenge is valid. */
const CHALLENGE_LIFETIME = 20 * MINUTE

/** The content of a visitor's token: the challenge as it was made, and the browser's solution. */
const altchaPayload = z.object({
  challenge: z.object({
    // The library serialises the parameters before it verifies the signature; deep nesting would overflow its
    // stack.
    parameters: z
      .object({
        nonce: z.string(),
        // Unix seconds.
        expiresAt: z.number(),
        data: z.strictObject({ purpose: z.literal(BOT_CHECK_ACTION), level: z.literal([0, 1, 2]) }),
      })
      .catchall(z.union([z.string(), z.number()])),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Makes a signed challenge that is valid for `CHALLENGE_LIFETIME`. */
export function makeBotChallenge(ctx: Ctx, level: BotCheckLevel) {
  const { cost, leastCounter, mostCounter } = WORK[level]
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    // altcha-lib's `randomInt` takes the maximum first.
    counter: randomInt(mostCounter, leastCounter),
    deriveKey,
    expiresAt: new Date(ctx.now + CHALLENGE_LIFETIME),
    hmacSignatureSecret: encodedKeyFor(ctx, 'bot-challenge'),
    hmacKeySignatureSecret: encodedKeyFor(ctx, 'bot-solution'),
    data: { purpose: BOT_CHECK_ACTION, level },
  })
}

/** Verifies the browser's answer to a challenge, in base64. @throws Problem bot_check_failed */
export async function verifyAltcha(ctx: Ctx, token: string): Promise<SolvedBotCheck> {
  const payload = altchaPayload.safeParse(readJsonIn(token))
  if (!payload.success) throw new Problem('bot_check_failed')
  const { nonce, expiresAt: expirySeconds, data } = payload.data.challenge.parameters
  const expiresAt = expirySeconds * 1000
  // The schema checks only what the server reads; the library checks the rest.
  const { challenge, solution } = payload.data as unknown as Payload
  const results = await Promise.all(
    contextsOfValidSecrets(ctx).map((secretCtx) =>
      verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: encodedKeyFor(secretCtx, 'bot-challenge'),
        hmacKeySignatureSecret: encodedKeyFor(secretCtx, 'bot-solution'),
      }),
    ),
  )
  if (!results.some(({ verified }) => verified) || expiresAt <= ctx.now) throw new Problem('bot_check_failed')
  return { challenge: nonce, expiresAt, level: data.level }
}

/** Returns the JSON in a token; undefined when it has none. */
function readJsonIn(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
