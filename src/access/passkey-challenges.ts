import type { Ctx } from '../ctx.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { hmac, sameBytes } from './crypto.ts'
import { randomToken } from './random.ts'
import type { AnsweredChallenge } from './spent-challenges.ts'

/** This module makes and reads the challenges that passkeys sign. */

/** Milliseconds in which the browser has to answer a challenge. */
export const CHALLENGE_LIFETIME = 5 * MINUTE

/** The purpose of a challenge, and the browser or session that has to answer it. */
export type ChallengeUse = `sign in by ${string}` | `${'add' | 'confirm'} in session ${number} of ${number}`

/**
 * The text of a challenge: its expiry in milliseconds and its random token, which are signed together, and
 * the signature.
 */
const CHALLENGE_TEXT = /^(?<signedPart>(?<expiry>\d+)\.[\w-]{32})\.(?<signature>[\w-]{43})$/

/** Makes a challenge. It is signed, so that the database need store only spent challenges. */
export function makeChallenge(ctx: Ctx, use: ChallengeUse): string {
  const signedPart = `${ctx.now + CHALLENGE_LIFETIME}.${randomToken()}`
  return Buffer.from(`${signedPart}.${signatureOf(ctx, use, signedPart)}`).toString('base64url')
}

/**
 * Reads a challenge that `makeChallenge` has made. Returns undefined when it has expired or was not made here
 * for this use.
 */
export function readChallenge(ctx: Ctx, use: ChallengeUse, challenge: string): AnsweredChallenge | undefined {
  const text = Buffer.from(challenge, 'base64url').toString()
  const parts = CHALLENGE_TEXT.exec(text)?.groups
  if (parts === undefined) return undefined
  const { signedPart = '', expiry, signature = '' } = parts
  const expiresAt: Instant = Number(expiry)
  if (!sameBytes(Buffer.from(signature), Buffer.from(signatureOf(ctx, use, signedPart)))) return undefined
  return ctx.now < expiresAt ? { challenge, expiresAt } : undefined
}

/** Signs a challenge for its use. */
function signatureOf(ctx: Ctx, use: ChallengeUse, signedPart: string): string {
  return hmac(ctx, 'passkey-challenge', [use, signedPart]).toString('base64url')
}
