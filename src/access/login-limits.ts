import type { Ctx } from '../ctx.ts'
import { emailKey } from '../shared/contact.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { fingerprint } from './crypto.ts'
import { assertWithinLimits, countAttempt, deleteAttempts, type Limits } from './rate-limit.ts'

/** The account's e-mail address, and the fingerprint of the network address that the attempt comes from. */
export type LoginAttempt = Readonly<{ email: string; origin: string }>

/** Only failures count, so that a stranger cannot lock an account permanently. */
const FAILURES = { most: 5, window: 15 * MINUTE }
/** Per account and day. Somebody who knows the password would need centuries to find a six-digit code at this rate. */
const WRONG_CODES = { most: 20, window: DAY_LENGTH }

/** @throws Problem too_many after five failures of the account or of the origin within 15 minutes */
export function assertLoginAllowed(ctx: Ctx, attempt: LoginAttempt): void {
  assertWithinLimits(ctx, failures(ctx, attempt))
}

/** Call in the transaction of `assertLoginAllowed`. */
export function countFailure(ctx: Ctx, attempt: LoginAttempt): void {
  countAttempt(ctx, failures(ctx, attempt))
}

/** @throws Problem too_many after twenty wrong codes of the account within a day */
export function assertCodeAllowed(ctx: Ctx, attempt: LoginAttempt): void {
  assertWithinLimits(ctx, wrongCodes(ctx, attempt))
}

/** Counts a wrong code as a failed login too. */
export function countWrongCode(ctx: Ctx, attempt: LoginAttempt): void {
  countAttempt(ctx, [...failures(ctx, attempt), ...wrongCodes(ctx, attempt)])
}

/** Resets the limits of the account, not those of origins. */
export function resetFailures(ctx: Ctx, email: string): void {
  deleteAttempts(ctx, [accountSubject(ctx, email), codeSubject(ctx, email)])
}

function failures(ctx: Ctx, { email, origin }: LoginAttempt): Limits {
  return [
    [accountSubject(ctx, email), FAILURES],
    [`login from ${origin}`, FAILURES],
  ]
}

function wrongCodes(ctx: Ctx, { email }: LoginAttempt): Limits {
  return [[codeSubject(ctx, email), WRONG_CODES]]
}

function accountSubject(ctx: Ctx, email: string): string {
  return `login to ${fingerprint(ctx, 'account', emailKey(email))}`
}

function codeSubject(ctx: Ctx, email: string): string {
  return `code of ${fingerprint(ctx, 'account', emailKey(email))}`
}
