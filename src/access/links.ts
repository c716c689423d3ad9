import type { Ctx } from '../ctx.ts'
import type { Instant } from '../rules/day.ts'
import { Problem } from '../rules/problems.ts'
import { readStaffSignature } from '../rules/staff-signature.ts'
import { hmac, sameBytes } from './crypto.ts'

/** What a staff link lets its bearer decide. A `confirm` link serves the approve call too (decisions, section 2). */
export type StaffAction = 'confirm' | 'reject'

/**
 * The `sig` of a staff link: `<expiry in Unix seconds>.<base64url HMAC-SHA256>`, bound to the action, the
 * booking and the expiry. It holds until `until`, the appointment's start.
 */
export function signStaffLink(ctx: Ctx, action: StaffAction, bookingId: string, until: Instant): string {
  const expiry = String(Math.floor(until / 1000))
  return `${expiry}.${signature(ctx, action, bookingId, expiry).toString('base64url')}`
}

/** @throws Problem bad_signature when it is forged, expired, or made for another action or booking. */
export function checkStaffLink(ctx: Ctx, action: StaffAction, bookingId: string, sig: string): void {
  const given = readStaffSignature(sig)
  if (given === undefined) throw new Problem('bad_signature')
  // Compare the text too: base64url has several spellings of the same bytes, and only ours is valid.
  const wanted = signature(ctx, action, bookingId, given.expiry)
  const same =
    sameBytes(Buffer.from(given.mac, 'base64url'), wanted) && given.mac === wanted.toString('base64url')
  if (!same || given.expiresAt <= ctx.now) throw new Problem('bad_signature')
}

function signature(ctx: Ctx, action: StaffAction, bookingId: string, expiry: string): Buffer {
  return hmac(ctx, 'staff-link', ['v1', 'decide', action, bookingId, expiry])
}

/** Lets the bearer look at one stored letter for a short while: a frame cannot say who asks. */
export function signLetterView(ctx: Ctx, emailId: number, until: Instant): string {
  const expiry = String(Math.floor(until / 1000))
  return `${expiry}.${letterMac(ctx, emailId, expiry).toString('base64url')}`
}

/** @throws Problem bad_signature when it is forged, expired, or made for another letter. */
export function checkLetterView(ctx: Ctx, emailId: number, sig: string): void {
  const given = readStaffSignature(sig)
  if (given === undefined) throw new Problem('bad_signature')
  const wanted = letterMac(ctx, emailId, given.expiry)
  if (!sameBytes(Buffer.from(given.mac, 'base64url'), wanted) || given.expiresAt <= ctx.now)
    throw new Problem('bad_signature')
}

function letterMac(ctx: Ctx, emailId: number, expiry: string): Buffer {
  return hmac(ctx, 'letter-view', ['v1', 'look', String(emailId), expiry])
}
