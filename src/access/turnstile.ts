import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { readAnswerText } from './answer-body.ts'
import { recordMismatch } from './config-mismatches.ts'
import { hmac } from './crypto.ts'
import type { AnsweredChallenge } from './spent-challenges.ts'

/** The keys of Cloudflare Turnstile. Without site key and secret, the built-in ALTCHA check is used. */
export type TurnstileKeys = Readonly<{ siteKey: string; secret: string; hostnames: readonly string[] }>

/** A token of the visitor's browser. */
export type TurnstileToken = Readonly<{
  token: string
  /** Identifies the request, so that Cloudflare gives the same answer when the call is repeated. */
  attempt: string
}>

/** Access to the network and the log. */
export type BotCheckPorts = Readonly<{ httpFetch: typeof fetch; log: Log }>

const WRONG_HOST =
  'A Turnstile check of another host was refused: it must be in BASE_URL or one of the addresses in the settings'

/** Milliseconds until Cloudflare counts as unavailable. Meanwhile, the visitor waits. */
const TURNSTILE_TIMEOUT_MS = 5_000
/** Cloudflare accepts a token for 300 s (developers.cloudflare.com/turnstile). */
const TURNSTILE_LIFETIME = 5 * MINUTE
/** Cloudflare's tokens are no longer than this. */
const LONGEST_TOKEN = 2048

/** The answer of Cloudflare's siteverify. */
const turnstileAnswer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

type Answer = z.infer<typeof turnstileAnswer>

/**
 * Has Cloudflare verify the visitor's token. An empty token, or one that is too long, is refused unasked.
 * @returns the fingerprint of the token, which can be spent once
 * @throws Problem bot_check_failed, or bot_check_unavailable when Cloudflare gives no answer
 */
export async function verifyTurnstile(
  ctx: Ctx,
  { token, attempt, secret, hostnames }: TurnstileToken & TurnstileKeys,
  { httpFetch, log }: BotCheckPorts,
): Promise<AnsweredChallenge> {
  if (token === '' || token.length > LONGEST_TOKEN) throw new Problem('bot_check_failed')
  const idempotencyKey = asUuid(hmac(ctx, 'turnstile', [attempt, token]))
  const question = { secret, response: token, idempotency_key: idempotencyKey }
  const answer = await askCloudflare(ctx.config.turnstileVerifyUrl, question, { httpFetch, log })
  assertChecked(answer, log)
  // Cloudflare names host and action; a simulator that stands in may leave them out, or empty.
  const { success, hostname = '', action = '' } = answer
  if (!success || (action !== '' && action !== BOT_CHECK_ACTION)) throw new Problem('bot_check_failed')
  if (hostname !== '' && !hostnames.includes(hostname)) {
    if (recordMismatch(ctx, 'turnstile-host', hostname))
      log.warn({ host: hostname, expected: hostnames }, WRONG_HOST)
    throw new Problem('bot_check_failed')
  }
  return {
    challenge: hmac(ctx, 'turnstile', [token]).toString('base64url'),
    expiresAt: ctx.now + TURNSTILE_LIFETIME,
  }
}

/** Asks Cloudflare about a token. @throws Problem bot_check_unavailable without a readable answer */
async function askCloudflare(
  url: string,
  question: Readonly<Record<string, string>>,
  { httpFetch, log }: BotCheckPorts,
): Promise<Answer> {
  try {
    const response = await httpFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(TURNSTILE_TIMEOUT_MS),
      redirect: 'error',
    })
    const text = await readAnswerText(response)
    if (text === undefined) throw new Error('The answer is too long.')
    return turnstileAnswer.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ cause: String(error) }, 'Turnstile gave no answer.')
    throw new Problem('bot_check_unavailable')
  }
}

/**
 * Refuses an answer for which Cloudflare did not look at the token. A missing or wrong secret is the
 * practice's mistake, not the visitor's.
 * @throws Problem bot_check_unavailable
 */
function assertChecked({ 'error-codes': codes = [] }: Answer, log: Log): void {
  if (!codes.some((code) => code === 'internal-error' || code.includes('input-secret'))) return
  log.warn({ codes }, 'Turnstile did not check: the secret may be wrong.')
  throw new Problem('bot_check_unavailable')
}

/**
 * Formats the first 16 bytes as a version 4 UUID (RFC 9562), which Cloudflare requires as idempotency key.
 */
function asUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16))
  // Four bits of byte 6 are the version, and two bits of byte 8 the variant.
  uuid.writeUInt8((uuid.readUInt8(6) & 0x0f) | 0x40, 6)
  uuid.writeUInt8((uuid.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
