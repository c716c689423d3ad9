import type { Ctx } from '../ctx.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { readLinkSignature } from '../shared/link-signature.ts'
import { Problem } from '../shared/problems.ts'
import { contextsOfValidSecrets, hmac, sameBytes } from './crypto.ts'

/**
 * Milliseconds for which the URL of a preview is valid: long enough for a frame to load it, but too short
 * for somebody who finds it in the browser's history.
 */
const PREVIEW_VALID_MS = 2 * MINUTE

/** The decision of a staff link. A `confirm` link is valid for POST /api/admin/approve too. */
export type StaffAction = 'confirm' | 'reject'

/** A decision on a booking. `moves` counts the moves of the booking so far, none by default. */
type LinkDecision = Readonly<{ action: StaffAction; bookingId: string; moves?: number }>

/** The request that a link was made for: the requested start, and the number of moves before the link. */
export type LinkedRequest = Readonly<{ start: Instant; moves: number }>

/** Computes the HMAC of a link or preview for an expiry in Unix seconds. */
type Mac = (ctx: Ctx, expiry: string) => Buffer

/**
 * Returns the `sig` of a staff link: `<expiry in Unix seconds>.<base64url HMAC-SHA256>`. The signature covers
 * the action, the booking, the expiry, and the number of moves if there were any. It expires at `start`, the
 * start that the link decides on.
 */
export function signStaffLink(ctx: Ctx, { start, ...decision }: LinkDecision & { start: Instant }): string {
  return sign(ctx, start, staffMac(decision))
}

/**
 * Verifies the `sig` of a staff link.
 * @param decision the decision that somebody makes by the link, with all moves of the booking so far
 * @returns the request that the link was made for, which may be from before a move
 * @throws Problem bad_signature when `sig` is forged, expired, or made for another action or booking
 */
export function verifyStaffLink(ctx: Ctx, decision: LinkDecision, sig: string): LinkedRequest {
  // A link from before a move was signed with fewer moves, so these are tried too.
  for (let moves = decision.moves ?? 0; moves >= 0; moves--) {
    // The signature expires at the requested start, so its expiry is that start.
    const start = findValidExpiry(ctx, sig, staffMac({ ...decision, moves }))
    if (start !== undefined) return { start, moves }
  }
  throw new Problem('bad_signature')
}

/**
 * Signs the URL of an e-mail's preview, because an iframe cannot send the session's token.
 * @param email the id of a stored e-mail, or the text of one that is not stored
 */
export function signEmailPreview(ctx: Ctx, email: number | string): string {
  return sign(ctx, ctx.now + PREVIEW_VALID_MS, previewMac(email))
}

/**
 * Verifies the signature of an e-mail's preview.
 * @throws Problem bad_signature when `sig` is forged, expired, or made for another e-mail
 */
export function assertEmailPreviewSignature(ctx: Ctx, email: number | string, sig: string): void {
  // A preview is valid only for minutes, so none from before a rotation of the secret is accepted.
  const expiry = findValidExpiry(ctx, sig, previewMac(email), [ctx])
  if (expiry === undefined) throw new Problem('bad_signature')
}

/** Returns the function that computes the HMAC of a staff link. */
function staffMac({ action, bookingId, moves = 0 }: LinkDecision): Mac {
  return (ctx, expiry) => {
    const parts = ['v1', 'decide', action, bookingId, expiry]
    // A link to a booking that was never moved is signed as in versions without moves.
    return hmac(ctx, 'staff-link', moves === 0 ? parts : [...parts, String(moves)])
  }
}

/** Returns the function that computes the HMAC of a preview. */
function previewMac(email: number | string): Mac {
  // The kind is signed too, because a text may look like an id.
  const kind = typeof email === 'number' ? 'stored' : 'text'
  return (ctx, expiry) => hmac(ctx, 'email-preview', ['v2', kind, String(email), expiry])
}

/** Returns `<expiry in Unix seconds>.<base64url HMAC>`. */
function sign(ctx: Ctx, until: Instant, mac: Mac): string {
  const expiry = String(Math.floor(until / 1000))
  return `${expiry}.${mac(ctx, expiry).toString('base64url')}`
}

/**
 * Returns the instant at which a signature expires; undefined if it is forged or has expired.
 * @param signers the contexts with the secrets that it may have been made with
 */
function findValidExpiry(
  ctx: Ctx,
  sig: string,
  mac: Mac,
  signers = contextsOfValidSecrets(ctx),
): Instant | undefined {
  const signature = readLinkSignature(sig)
  if (signature === undefined) return undefined
  // Several base64url texts decode to the same bytes. Only the canonical text is valid.
  const isOwn = signers.some((secretCtx) => {
    const expected = mac(secretCtx, signature.expiry)
    return (
      sameBytes(Buffer.from(signature.mac, 'base64url'), expected) &&
      signature.mac === expected.toString('base64url')
    )
  })
  return isOwn && signature.expiresAt > ctx.now ? signature.expiresAt : undefined
}
