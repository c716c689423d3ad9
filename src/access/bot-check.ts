import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { lte } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { spentChallenges } from '../db/schema.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { hmac, secretFor } from './crypto.ts'

/** A solved bot check that may be spent once, in the transaction that it is for. */
export type BotCheckResult = Readonly<{ challenge: string; expiresAt: Instant }>

/** Turnstile is on when both of its keys are set; otherwise the built-in ALTCHA check is (decisions, section 1). */
export type TurnstileKeys = Readonly<{ siteKey: string; secret: string; hostname: string }>

export const BOT_CHECK_ACTION = 'booking'
const CHALLENGE_LIFE = 20 * MINUTE
const TURNSTILE_TIMEOUT = 5_000
/** Cloudflare forgets a token after 300 s; a repetition is refused there as well. */
const TURNSTILE_LIFE = 5 * MINUTE

const altchaPayload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string(),
      expiresAt: z.number(),
      data: z.object({ purpose: z.literal(BOT_CHECK_ACTION) }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

const turnstileAnswer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** A new ALTCHA challenge: half a second to two of work for a phone, under a millisecond for us. */
export function makeChallenge(ctx: Ctx) {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    counter: randomInt(2500, 500),
    deriveKey,
    expiresAt: new Date(ctx.now + CHALLENGE_LIFE),
    hmacSignatureSecret: secretFor(ctx, 'bot-challenge'),
    hmacKeySignatureSecret: secretFor(ctx, 'bot-solution'),
    data: { purpose: BOT_CHECK_ACTION },
  })
}

/**
 * Checks the visitor's token with whichever bot check is on. It is not spent yet: see `spendBotToken`.
 * @param turnstile the keys when Turnstile is on.
 * @param attempt names what the token is for, so that asking Cloudflare again about it is safe.
 * @throws Problem bot_check_failed, or bot_check_unavailable when Cloudflare cannot be asked: never a silent yes.
 */
export function checkBotToken(
  ctx: Ctx,
  token: string,
  turnstile: TurnstileKeys | undefined,
  attempt: string,
  ask: typeof fetch,
): Promise<BotCheckResult> {
  return turnstile ? checkTurnstile(ctx, token, turnstile, attempt, ask) : checkAltcha(ctx, token)
}

/**
 * Spends the proof. Called inside the transaction of the booking, so that a refused booking spends nothing.
 * @throws Problem bot_check_failed when it was spent before.
 */
export function spendBotToken(ctx: Ctx, { challenge, expiresAt }: BotCheckResult): void {
  const spent = ctx.db.insert(spentChallenges).values({ challenge, expiresAt }).onConflictDoNothing().run()
  if (spent.changes === 0) throw new Problem('bot_check_failed')
}

/** Forgets spent challenges that have expired and would be refused for that alone. */
export function sweepSpentChallenges(ctx: Ctx): void {
  ctx.db.delete(spentChallenges).where(lte(spentChallenges.expiresAt, ctx.now)).run()
}

async function checkAltcha(ctx: Ctx, token: string): Promise<BotCheckResult> {
  const payload = altchaPayload.safeParse(decode(token))
  if (!payload.success) throw new Problem('bot_check_failed')
  const { nonce, expiresAt } = payload.data.challenge.parameters
  const { challenge, solution } = payload.data as unknown as Payload
  const result = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secretFor(ctx, 'bot-challenge'),
    hmacKeySignatureSecret: secretFor(ctx, 'bot-solution'),
  })
  if (!result.verified || expiresAt * 1000 <= ctx.now) throw new Problem('bot_check_failed')
  return { challenge: nonce, expiresAt: expiresAt * 1000 }
}

async function checkTurnstile(
  ctx: Ctx,
  token: string,
  { secret, hostname }: TurnstileKeys,
  attempt: string,
  ask: typeof fetch,
): Promise<BotCheckResult> {
  let answer: z.infer<typeof turnstileAnswer>
  try {
    const response = await ask(ctx.config.turnstileVerifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        secret,
        response: token,
        idempotency_key: asUuid(hmac(ctx, 'bot-challenge', [attempt, token])),
      }),
      signal: AbortSignal.timeout(TURNSTILE_TIMEOUT),
      redirect: 'error',
    })
    answer = turnstileAnswer.parse(await response.json())
  } catch {
    throw new Problem('bot_check_unavailable')
  }
  if (answer['error-codes']?.some((code) => code === 'internal-error' || code.includes('input-secret'))) {
    throw new Problem('bot_check_unavailable')
  }
  if (!answer.success || answer.hostname !== hostname || answer.action !== BOT_CHECK_ACTION) {
    throw new Problem('bot_check_failed')
  }
  return {
    challenge: hmac(ctx, 'bot-challenge', [token]).toString('base64url'),
    expiresAt: ctx.now + TURNSTILE_LIFE,
  }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Sixteen of the bytes in the shape of a version 4 UUID (RFC 9562), which is what Cloudflare takes. */
function asUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16))
  uuid.writeUInt8((uuid.readUInt8(6) & 0x0f) | 0x40, 6)
  uuid.writeUInt8((uuid.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
