import type { Ctx } from '../ctx.ts'
import { emailKey } from '../shared/contact.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { fingerprint } from './crypto.ts'
import { assertWithinLimits, countAttempt, forgetAttempts, type Limits } from './rate-limit.ts'

/** Whose account, and the fingerprint of the address that the guess comes from. */
export type LoginAttempt = Readonly<{ email: string; origin: string }>

/** Only failures count, and they wear off: nobody can shut somebody else out for good (decisions, section 3). */
const FAILURES = { most: 5, window: 15 * MINUTE }
/** Six digits can be guessed in the long run by somebody who has the password; at this pace it would take centuries. */
const WRONG_CODES = { most: 20, window: DAY_LENGTH }

/** @throws Problem too_many from the sixth failure of the account or of the origin within 15 minutes. */
export function assertLoginAllowed(ctx: Ctx, guess: LoginAttempt): void {
  assertWithinLimits(ctx, failures(ctx, guess))
}

/** To be called where the failure is established, in the transaction of `assertLoginAllowed`. */
export function countFailure(ctx: Ctx, guess: LoginAttempt): void {
  countAttempt(ctx, failures(ctx, guess))
}

/** @throws Problem too_many after twenty wrong codes of the account within a day. */
export function assertCodeAllowed(ctx: Ctx, guess: LoginAttempt): void {
  assertWithinLimits(ctx, wrongCodes(ctx, guess))
}

/** A wrong code is a failure, and counts as a code besides. */
export function countWrongCode(ctx: Ctx, guess: LoginAttempt): void {
  countAttempt(ctx, [...failures(ctx, guess), ...wrongCodes(ctx, guess)])
}

/** The account starts anew; origins do not. */
export function forgetFailures(ctx: Ctx, email: string): void {
  forgetAttempts(ctx, [accountSubject(ctx, email), codeSubject(ctx, email)])
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
