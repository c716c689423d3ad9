import type { Ctx } from '../ctx.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { readStaffSignature } from '../shared/staff-signature.ts'
import { hmac, randomToken, sameBytes, withEarlierSecret } from './crypto.ts'

/** What a staff link allows. A `confirm` link is valid for the approve call too. */
export type StaffAction = 'confirm' | 'reject'

/** Computes the HMAC for an expiry in Unix seconds. */
type Mac = (ctx: Ctx, expiry: string) => Buffer

/** What a staff link decides on: the start of the appointment, or the one that the patient asks for. */
export type LinkSubject = Readonly<{ start: Instant; moves: number }>

/**
 * The `sig` of a staff link: `<expiry in Unix seconds>.<base64url HMAC-SHA256>` of the action, the booking and the expiry, and of
 * the number of moves until now if there were any.
 * @param until the start that it decides on, at which the signature expires
 */
export function signStaffLink(
  ctx: Ctx,
  action: StaffAction,
  bookingId: string,
  until: Instant,
  moves = 0,
): string {
  return sign(ctx, until, staffMac(action, bookingId, moves))
}

/**
 * @param moves of the booking until now
 * @returns what it was made for, which may be from before a move
 * @throws Problem bad_signature when `sig` is forged, expired, or made for another action or booking
 */
export function readStaffLink(
  ctx: Ctx,
  action: StaffAction,
  bookingId: string,
  sig: string,
  moves = 0,
): LinkSubject {
  try {
    return { start: check(ctx, sig, staffMac(action, bookingId, moves)), moves }
  } catch (error) {
    if (moves === 0) throw error
    return readStaffLink(ctx, action, bookingId, sig, moves - 1)
  }
}

/** Life of a preview's address: long enough for a frame to load it, too short to be of use in a browser's history. */
const PREVIEW_MS = 2 * MINUTE

/**
 * Signs the address of an e-mail's preview, because an iframe cannot send the session's token.
 * @param what the id of a stored e-mail, or the words of one that is not stored
 */
export function signEmailPreview(ctx: Ctx, what: number | string): string {
  return sign(ctx, ctx.now + PREVIEW_MS, previewMac(what))
}

/** @throws Problem bad_signature when `sig` is forged, expired, or made for another e-mail */
export function assertEmailPreviewSignature(ctx: Ctx, what: number | string, sig: string): void {
  check(ctx, sig, previewMac(what))
}

const staffMac =
  (action: StaffAction, bookingId: string, moves: number): Mac =>
  (ctx, expiry) => {
    const what = ['v1', 'decide', action, bookingId, expiry]
    return hmac(ctx, 'staff-link', moves === 0 ? what : [...what, String(moves)])
  }

const previewMac =
  (what: number | string): Mac =>
  (ctx, expiry) =>
    hmac(ctx, 'email-preview', ['v1', String(what), expiry])

function sign(ctx: Ctx, until: Instant, mac: Mac): string {
  const expiry = String(Math.floor(until / 1000))
  return `${expiry}.${mac(ctx, expiry).toString('base64url')}`
}

/** @returns when it expires */
function check(ctx: Ctx, sig: string, mac: Mac): Instant {
  const given = readStaffSignature(sig)
  if (given === undefined) throw new Problem('bad_signature')
  // Several base64url texts decode to the same bytes; only the canonical one is valid.
  const same = withEarlierSecret(ctx).some((each) => {
    const expected = mac(each, given.expiry)
    return (
      sameBytes(Buffer.from(given.mac, 'base64url'), expected) && given.mac === expected.toString('base64url')
    )
  })
  if (!same || given.expiresAt <= ctx.now) throw new Problem('bad_signature')
  return given.expiresAt
}

/**
 * How the command line finds out whether an address leads to this installation: it signs a random question with a key that is
 * derived from the secret, and only the same secret gives the right answer. Nobody else gets any answer.
 */
export function askSelf(ctx: Pick<Ctx, 'config'>): { question: string; answer: string } {
  const nonce = randomToken()
  return {
    question: `${nonce}.${signSelfCheck(ctx, 'question', nonce)}`,
    answer: signSelfCheck(ctx, 'answer', nonce),
  }
}

/** Undefined for a question that was not signed with this installation's secret. */
export function answerSelf(ctx: Pick<Ctx, 'config'>, question: string): string | undefined {
  const [nonce = '', signature = ''] = question.split('.')
  const isOwn = sameBytes(Buffer.from(signature), Buffer.from(signSelfCheck(ctx, 'question', nonce)))
  return isOwn ? signSelfCheck(ctx, 'answer', nonce) : undefined
}

function signSelfCheck(ctx: Pick<Ctx, 'config'>, what: 'question' | 'answer', nonce: string): string {
  return hmac(ctx, 'self-check', [what, nonce]).toString('base64url')
}
