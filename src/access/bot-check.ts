import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { recordMismatch } from './config-mismatches.ts'
import { hmac, secretFor, withEarlierSecret } from './crypto.ts'
import { type Challenge, trySpendChallenge } from './spent-challenges.ts'

/** The amount of work in the built-in check. The challenge carries its level, signed. */
export type BotCheckLevel = 0 | 1 | 2
export const HARDEST_LEVEL = 2

/** A solved bot check. It can be spent once, until `expiresAt`. */
export type BotCheckResult = Challenge & Readonly<{ level: BotCheckLevel }>

/**
 * The keys of Cloudflare Turnstile. Without the site key and the secret, the built-in ALTCHA check is used.
 */
export type TurnstileKeys = Readonly<{ siteKey: string; secret: string; hostnames: readonly string[] }>

type Ports = Readonly<{ httpFetch: typeof fetch; log: Log }>

const WRONG_HOST =
  'A Turnstile check of another host was refused: it must be in BASE_URL or one of the addresses in the settings'

/**
 * The work of each level is `cost` (iterations) times `counter`. A phone needs 0.5 to 2, 3 to 6, and 7 to 12
 * seconds for it. To verify, the server derives one key, which takes less than a millisecond at level 0 and a
 * few milliseconds at level 2.
 */
const WORK = [
  { cost: 5_000, counter: [500, 2_500] },
  { cost: 10_000, counter: [1_500, 3_500] },
  { cost: 20_000, counter: [2_000, 3_500] },
] as const satisfies Record<BotCheckLevel, { cost: number; counter: readonly [number, number] }>

const CHALLENGE_LIFETIME = 20 * MINUTE
const TURNSTILE_TIMEOUT_MS = 5_000
/** Cloudflare accepts a token for 300 s (developers.cloudflare.com/turnstile). */
const TURNSTILE_LIFETIME = 5 * MINUTE

const TOO_EASY = 'Die Sicherheitsprüfung muss noch einmal laufen. Sie dauert diesmal etwas länger.'

const altchaPayload = z.object({
  challenge: z.object({
    // The library serialises the parameters before it verifies the signature; deep nesting would overflow its
    // stack.
    parameters: z
      .object({
        nonce: z.string(),
        expiresAt: z.number(),
        data: z.strictObject({ purpose: z.literal(BOT_CHECK_ACTION), level: z.literal([0, 1, 2]) }),
      })
      .catchall(z.union([z.string(), z.number()])),
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

/** Makes a signed ALTCHA challenge that is valid for `CHALLENGE_LIFETIME`. */
export function makeBotChallenge(ctx: Ctx, level: BotCheckLevel) {
  const {
    cost,
    counter: [least, most],
  } = WORK[level]
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    // altcha-lib's `randomInt` takes the maximum first.
    counter: randomInt(most, least),
    deriveKey,
    expiresAt: new Date(ctx.now + CHALLENGE_LIFETIME),
    hmacSignatureSecret: secretFor(ctx, 'bot-challenge'),
    hmacKeySignatureSecret: secretFor(ctx, 'bot-solution'),
    data: { purpose: BOT_CHECK_ACTION, level },
  })
}

type BotCheckInput = Readonly<{
  token: string
  /** Identifies the request, so that Cloudflare gives the same answer when the call is repeated. */
  attempt: string
}>

/**
 * Verifies the visitor's token without spending it, which `spendBotToken` does. `turnstile` has the keys when
 * Turnstile is used.
 * @throws Problem bot_check_failed, or bot_check_unavailable when Cloudflare cannot be reached
 */
export function verifyBotToken(
  ctx: Ctx,
  { turnstile, ...input }: BotCheckInput & Readonly<{ turnstile: TurnstileKeys | undefined }>,
  ports: Ports,
): Promise<BotCheckResult> {
  return turnstile ? verifyTurnstile(ctx, { ...input, ...turnstile }, ports) : verifyAltcha(ctx, input.token)
}

/**
 * Works like `verifyBotToken` for calls that ask for the check only now and then. They always take the
 * built-in check, which needs nothing of the visitor.
 * @param token empty when the browser has not solved one
 * @throws Problem bot_check_failed
 */
export async function verifyUnseenCheck(ctx: Ctx, token: string): Promise<BotCheckResult | undefined> {
  return token === '' ? undefined : verifyAltcha(ctx, token)
}

/**
 * Spends a solved check. Must be called in the transaction of the booking, so that a refused booking does not
 * spend it.
 * @param solved undefined when the browser has not solved one
 * @throws Problem bot_check_failed when it is missing, was spent before, or is easier than the required level
 */
export function spendBotToken(ctx: Ctx, solved: BotCheckResult | undefined, required: BotCheckLevel): void {
  if (solved === undefined) throw new Problem('bot_check_failed')
  const { challenge, expiresAt, level } = solved
  if (level < required) throw new Problem('bot_check_failed', {}, TOO_EASY)
  if (!trySpendChallenge(ctx, { challenge, expiresAt })) throw new Problem('bot_check_failed')
}

async function verifyAltcha(ctx: Ctx, token: string): Promise<BotCheckResult> {
  const payload = altchaPayload.safeParse(decode(token))
  if (!payload.success) throw new Problem('bot_check_failed')
  const { nonce, expiresAt, data } = payload.data.challenge.parameters
  // The schema checks only what the server reads; the library checks the rest.
  const { challenge, solution } = payload.data as unknown as Payload
  const results = await Promise.all(
    withEarlierSecret(ctx).map((secretCtx) =>
      verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: secretFor(secretCtx, 'bot-challenge'),
        hmacKeySignatureSecret: secretFor(secretCtx, 'bot-solution'),
      }),
    ),
  )
  if (!results.some(({ verified }) => verified) || expiresAt * 1000 <= ctx.now)
    throw new Problem('bot_check_failed')
  return { challenge: nonce, expiresAt: expiresAt * 1000, level: data.level }
}

async function verifyTurnstile(
  ctx: Ctx,
  { token, attempt, secret, hostnames }: BotCheckInput & TurnstileKeys,
  { httpFetch, log }: Ports,
): Promise<BotCheckResult> {
  let answer: z.infer<typeof turnstileAnswer>
  try {
    const response = await httpFetch(ctx.config.turnstileVerifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        secret,
        response: token,
        idempotency_key: asUuid(hmac(ctx, 'turnstile', [attempt, token])),
      }),
      signal: AbortSignal.timeout(TURNSTILE_TIMEOUT_MS),
      redirect: 'error',
    })
    answer = turnstileAnswer.parse(await response.json())
  } catch (error) {
    log.warn({ cause: String(error) }, 'Turnstile gave no answer.')
    throw new Problem('bot_check_unavailable')
  }
  // A missing or wrong secret is the practice's mistake, not the visitor's.
  if (answer['error-codes']?.some((code) => code === 'internal-error' || code.includes('input-secret'))) {
    log.warn({ codes: answer['error-codes'] }, 'Turnstile did not check: the secret may be wrong.')
    throw new Problem('bot_check_unavailable')
  }
  const { success, hostname, action } = answer
  if (!success || hostname === undefined || action !== BOT_CHECK_ACTION) throw new Problem('bot_check_failed')
  if (!hostnames.includes(hostname)) {
    if (recordMismatch(ctx, 'turnstile-host', hostname))
      log.warn({ host: hostname, expected: hostnames }, WRONG_HOST)
    throw new Problem('bot_check_failed')
  }
  return {
    challenge: hmac(ctx, 'turnstile', [token]).toString('base64url'),
    expiresAt: ctx.now + TURNSTILE_LIFETIME,
    // Cloudflare chooses the difficulty itself, so its checks satisfy every level.
    level: HARDEST_LEVEL,
  }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Formats the first 16 bytes as a version 4 UUID (RFC 9562), which Cloudflare requires as idempotency key.
 */
function asUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16))
  uuid.writeUInt8((uuid.readUInt8(6) & 0x0f) | 0x40, 6)
  uuid.writeUInt8((uuid.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
