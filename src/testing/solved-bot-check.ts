import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { HARDEST_LEVEL, type SolvedBotCheck, verifyBotToken } from '../access/bot-check.ts'
import { encodedKeyFor } from '../access/crypto.ts'
import { randomToken } from '../access/random.ts'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { MINUTE } from '../shared/day.ts'

/** Solves a bot check of the hardest level, issued with parameters that need almost no work. */
export async function solveBotCheck(ctx: Ctx, changes: Partial<Parameters<typeof createChallenge>[0]> = {}) {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    deriveKey,
    expiresAt: new Date(ctx.now + 20 * MINUTE),
    hmacSignatureSecret: encodedKeyFor(ctx, 'bot-challenge'),
    hmacKeySignatureSecret: encodedKeyFor(ctx, 'bot-solution'),
    data: { purpose: BOT_CHECK_ACTION, level: HARDEST_LEVEL },
    ...changes,
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('not solved')
  return { challenge, solution }
}

/** Solves a bot check like `solveBotCheck`, and returns the token that a browser sends. */
export async function botCheckToken(
  ctx: Ctx,
  changes?: Parameters<typeof solveBotCheck>[1],
): Promise<string> {
  return altchaToken(await solveBotCheck(ctx, changes))
}

/** Returns the token that the widget of the built-in check makes from a payload. */
export function altchaToken(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

/** Verifies a token of the built-in check, which needs no request to another server. */
export function verifyAltcha(ctx: Ctx, token: string): Promise<SolvedBotCheck> {
  const httpFetch = () => Promise.reject(new Error('no request expected'))
  const log = openLog({ logLevel: 'silent' })
  return verifyBotToken(ctx, { token, turnstile: undefined, attempt: 'hold' }, { httpFetch, log })
}

/** Returns a bot check as it is after its solution was verified, without doing the work. */
export function verifiedBotCheck(ctx: Ctx): SolvedBotCheck {
  return { challenge: randomToken(), expiresAt: ctx.now + 20 * MINUTE, level: HARDEST_LEVEL }
}
