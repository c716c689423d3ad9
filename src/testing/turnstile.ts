import { verifyBotToken } from '../access/bot-check.ts'
import type { Ctx } from '../ctx.ts'
import { openLog } from '../log.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'

/** The settings of a portal with two hosts. */
export const TURNSTILE_KEYS = {
  siteKey: 'site',
  secret: 'the secret key',
  hostnames: ['termine.example', 'praxis.example'],
}
/** Cloudflare's answer about a token that it accepts. */
export const ACCEPTED = {
  success: true,
  hostname: 'termine.example',
  action: BOT_CHECK_ACTION,
  'error-codes': [],
}

/**
 * Opens a fake of Cloudflare's siteverify, which records the requests. A string is answered as it is, and
 * anything else as JSON.
 */
export function openCloudflare(answer: unknown) {
  const requests: { url: string; init: RequestInit; body: Record<string, string> }[] = []
  const httpFetch: typeof fetch = async (url, init = {}) => {
    requests.push({ url: String(url), init, body: JSON.parse(String(init.body)) })
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  }
  return { httpFetch, requests }
}

/** Verifies a token, by default the word `token` for the attempt `hold`. */
export function verifyTurnstile(
  ctx: Ctx,
  httpFetch: typeof fetch,
  sent: Partial<Readonly<{ token: string; attempt: string }>> = {},
) {
  const visitorToken = { token: 'token', attempt: 'hold', ...sent, turnstile: TURNSTILE_KEYS }
  return verifyBotToken(ctx, visitorToken, { httpFetch, log: openLog({ logLevel: 'silent' }) })
}
