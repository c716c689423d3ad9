import type { Ctx } from '../ctx.ts'
import { findAdmin } from './admins.ts'
import { hmac, sameBytes } from './crypto.ts'
import { accountFingerprint } from './login-limits.ts'
import { randomToken } from './random.ts'

/** This module recognises the browsers in which somebody has signed in to an account before. */

/** The text of a secret: the random id of the browser, and its signature. */
const SECRET_TEXT = /^(?<id>[\w-]{32})\.(?<signature>[\w-]{43})$/

/**
 * Makes the secret of a browser that has signed in to the account. It consists of a random id and its
 * signature, which is valid until the account is reset or removed.
 */
export function makeBrowserSecret(ctx: Ctx, email: string): string {
  const id = randomToken()
  return `${id}.${signatureOf(ctx, email, id).toString('base64url')}`
}

/**
 * Returns the id in the secret; undefined when it was not made here for this account since its last reset.
 */
export function readBrowserSecret(ctx: Ctx, email: string, secret: string): string | undefined {
  const { id, signature } = SECRET_TEXT.exec(secret)?.groups ?? {}
  if (id === undefined || signature === undefined) return undefined
  return sameBytes(Buffer.from(signature, 'base64url'), signatureOf(ctx, email, id)) ? id : undefined
}

/** Signs the id for the account. A reset of the account changes the signature. */
function signatureOf(ctx: Ctx, email: string, id: string): Buffer {
  const account = findAdmin(ctx, email)
  // An account that is removed and added again has another id. Without an account both texts are `undefined`;
  // no secret is made for such an e-mail address, because nobody signs in by it.
  return hmac(ctx, 'known-browser', [
    accountFingerprint(ctx, email),
    `${account?.id}`,
    `${account?.resets}`,
    id,
  ])
}
