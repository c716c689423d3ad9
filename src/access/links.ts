import type { Ctx } from '../ctx.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { readStaffSignature } from '../shared/staff-signature.ts'
import { hmac, sameBytes } from './crypto.ts'

/** What a staff link allows. A `confirm` link is valid for the approve call too. */
export type StaffAction = 'confirm' | 'reject'

/** Computes the HMAC for an expiry in Unix seconds. */
type Mac = (expiry: string) => Buffer

/**
 * The `sig` of a staff link: `<expiry in Unix seconds>.<base64url HMAC-SHA256>` of the action, the booking and the expiry.
 * @param until start of the appointment, at which the signature expires
 */
export function signStaffLink(ctx: Ctx, action: StaffAction, bookingId: string, until: Instant): string {
  return sign(until, staffMac(ctx, action, bookingId))
}

/**
 * @returns the start of the appointment that it was made for
 * @throws Problem bad_signature when `sig` is forged, expired, or made for another action or booking
 */
export function assertStaffSignature(ctx: Ctx, action: StaffAction, bookingId: string, sig: string): Instant {
  return check(ctx, sig, staffMac(ctx, action, bookingId))
}

/** Signs the address of one stored e-mail's preview, because an iframe cannot send the session's token. */
export function signEmailPreview(ctx: Ctx, emailId: number, until: Instant): string {
  return sign(until, previewMac(ctx, emailId))
}

/** @throws Problem bad_signature when `sig` is forged, expired, or made for another e-mail */
export function assertEmailPreviewSignature(ctx: Ctx, emailId: number, sig: string): void {
  check(ctx, sig, previewMac(ctx, emailId))
}

const staffMac =
  (ctx: Ctx, action: StaffAction, bookingId: string): Mac =>
  (expiry) =>
    hmac(ctx, 'staff-link', ['v1', 'decide', action, bookingId, expiry])

const previewMac =
  (ctx: Ctx, emailId: number): Mac =>
  (expiry) =>
    hmac(ctx, 'email-preview', ['v1', String(emailId), expiry])

function sign(until: Instant, mac: Mac): string {
  const expiry = String(Math.floor(until / 1000))
  return `${expiry}.${mac(expiry).toString('base64url')}`
}

/** @returns when it expires */
function check(ctx: Ctx, sig: string, mac: Mac): Instant {
  const given = readStaffSignature(sig)
  if (given === undefined) throw new Problem('bad_signature')
  // Several base64url texts decode to the same bytes; only the canonical one is valid.
  const expected = mac(given.expiry)
  const same =
    sameBytes(Buffer.from(given.mac, 'base64url'), expected) && given.mac === expected.toString('base64url')
  if (!same || given.expiresAt <= ctx.now) throw new Problem('bad_signature')
  return given.expiresAt
}
