import type { Ctx } from '../ctx.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { readStaffSignature } from '../shared/staff-signature.ts'
import { hmac, sameBytes } from './crypto.ts'

/** What a staff link lets its bearer decide. A `confirm` link serves the approve call too (decisions, section 2). */
export type StaffAction = 'confirm' | 'reject'

/** The HMAC over what is signed, together with its expiry as it is written. */
type Mac = (expiry: string) => Buffer

/**
 * The `sig` of a staff link: `<expiry in Unix seconds>.<base64url HMAC-SHA256>`, bound to the action, the
 * booking and the expiry. It holds until `until`, the appointment's start.
 */
export function signStaffLink(ctx: Ctx, action: StaffAction, bookingId: string, until: Instant): string {
  return sign(until, staffMac(ctx, action, bookingId))
}

/** @throws Problem bad_signature when it is forged, expired, or made for another action or booking. */
export function assertStaffSignature(ctx: Ctx, action: StaffAction, bookingId: string, sig: string): void {
  check(ctx, sig, staffMac(ctx, action, bookingId))
}

/** Lets the bearer look at one stored letter for a short while: a frame cannot say who asks. */
export function signEmailPreview(ctx: Ctx, emailId: number, until: Instant): string {
  return sign(until, letterMac(ctx, emailId))
}

/** @throws Problem bad_signature when it is forged, expired, or made for another letter. */
export function assertEmailPreviewSignature(ctx: Ctx, emailId: number, sig: string): void {
  check(ctx, sig, letterMac(ctx, emailId))
}

const staffMac =
  (ctx: Ctx, action: StaffAction, bookingId: string): Mac =>
  (expiry) =>
    hmac(ctx, 'staff-link', ['v1', 'decide', action, bookingId, expiry])

const letterMac =
  (ctx: Ctx, emailId: number): Mac =>
  (expiry) =>
    hmac(ctx, 'letter-view', ['v1', 'look', String(emailId), expiry])

function sign(until: Instant, mac: Mac): string {
  const expiry = String(Math.floor(until / 1000))
  return `${expiry}.${mac(expiry).toString('base64url')}`
}

function check(ctx: Ctx, sig: string, mac: Mac): void {
  const given = readStaffSignature(sig)
  if (given === undefined) throw new Problem('bad_signature')
  // Compare the text too: base64url has several spellings of the same bytes, and only ours is valid.
  const wanted = mac(given.expiry)
  const same =
    sameBytes(Buffer.from(given.mac, 'base64url'), wanted) && given.mac === wanted.toString('base64url')
  if (!same || given.expiresAt <= ctx.now) throw new Problem('bad_signature')
}
