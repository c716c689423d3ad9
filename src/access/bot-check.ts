import type { Ctx } from '../ctx.ts'
import { Problem } from '../shared/problems.ts'
import { verifyAltcha } from './altcha.ts'
import { type AnsweredChallenge, trySpendChallenge } from './spent-challenges.ts'
import { type BotCheckPorts, type TurnstileKeys, type TurnstileToken, verifyTurnstile } from './turnstile.ts'

/** The amount of work in the built-in check. The challenge carries its level, signed. */
export type BotCheckLevel = 0 | 1 | 2
/** The level of a check that satisfies every requirement. */
export const HARDEST_LEVEL = 2

/** A bot check that the visitor's token proves. It can be spent once, until `expiresAt`. */
export type SolvedBotCheck = AnsweredChallenge & Readonly<{ level: BotCheckLevel }>

/** The token that a visitor sent, and the practice's keys of Turnstile, if it uses that check. */
type VisitorToken = TurnstileToken & Readonly<{ turnstile: TurnstileKeys | undefined }>

/** The beginning of every token of the built-in check, and of none of Turnstile. */
const JSON_IN_BASE64 = 'eyJ'

const TOO_EASY = 'Die Sicherheitsprüfung muss noch einmal laufen. Sie dauert diesmal etwas länger.'

/**
 * Verifies the visitor's token. `spendBotCheck` spends it. The token comes from Turnstile if `turnstile` has
 * the practice's keys, and otherwise from the built-in check.
 * @throws Problem bot_check_failed, or bot_check_unavailable when Cloudflare cannot be reached
 */
export async function verifyBotToken(
  ctx: Ctx,
  { token, attempt, turnstile }: VisitorToken,
  ports: BotCheckPorts,
): Promise<SolvedBotCheck> {
  if (turnstile === undefined) return verifyAltcha(ctx, token)
  const challenge = await verifyTurnstile(ctx, { token, attempt, ...turnstile }, ports)
  // Cloudflare chooses the difficulty itself, so its checks satisfy every level.
  return { ...challenge, level: HARDEST_LEVEL }
}

/**
 * Verifies the token of a call that needs a check only in some cases, for example a hold after many others.
 * Such calls always use the built-in check, because it needs no action of the visitor.
 * @param token '' when the browser has not solved a check
 * @returns undefined for an empty token
 * @throws Problem bot_check_failed
 */
export async function verifyBuiltInCheck(ctx: Ctx, token: string): Promise<SolvedBotCheck | undefined> {
  return token === '' ? undefined : verifyAltcha(ctx, token)
}

/**
 * Verifies the token of a call that needs a check only in some cases, and on a page that may show either
 * check. A token of Turnstile counts only if `turnstile` has the practice's keys.
 * @returns undefined for an empty token
 * @throws Problem bot_check_failed, or bot_check_unavailable when Cloudflare cannot be reached
 */
export async function verifyEitherCheck(
  ctx: Ctx,
  visitorToken: VisitorToken,
  ports: BotCheckPorts,
): Promise<SolvedBotCheck | undefined> {
  const { token } = visitorToken
  const isBuiltIn = token === '' || token.startsWith(JSON_IN_BASE64)
  return isBuiltIn ? verifyBuiltInCheck(ctx, token) : verifyBotToken(ctx, visitorToken, ports)
}

/**
 * Spends a solved check. Must be called in the transaction of the booking, so that a refused booking does not
 * spend it.
 * @param solved undefined when the browser has not solved one
 * @throws Problem bot_check_failed when it is missing, was spent before, or is easier than the required level
 */
export function spendBotCheck(ctx: Ctx, solved: SolvedBotCheck | undefined, required: BotCheckLevel): void {
  if (solved === undefined) throw new Problem('bot_check_failed')
  const { challenge, expiresAt, level } = solved
  if (level < required) throw new Problem('bot_check_failed', {}, TOO_EASY)
  if (!trySpendChallenge(ctx, { challenge, expiresAt })) throw new Problem('bot_check_failed')
}
