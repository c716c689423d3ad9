import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { accountAddress } from './account-address.ts'
import { fingerprint } from './crypto.ts'
import { assertWithinLimits, countAttempt, deleteAttempts, type Limits } from './rate-limit.ts'

/**
 * `email` is the account's e-mail address, and `origin` the fingerprint of the network address. `browser`
 * identifies a browser that has signed in to this account before, or a session of it. Its attempts are
 * counted separately.
 */
export type LoginAttempt = Readonly<{ email: string; origin: string; browser?: string | undefined }>

/** Milliseconds within which failures count; successful logins do not. Source: docs/behaviour.md 12.6. */
const FAILURE_WINDOW = 15 * MINUTE
/** Limits the failures of one account from one origin, and those of a known browser. */
const FAILURES = { most: 5, window: FAILURE_WINDOW }
/** Limits the failures of one account from all origins together. */
const FAILURES_OF_ACCOUNT = { most: 49, window: FAILURE_WINDOW }
/** Limits the failures of one origin for all accounts. Several people share the IP address of a practice. */
const FAILURES_OF_ORIGIN = { most: 20, window: FAILURE_WINDOW }
/**
 * Limits wrong codes of one account in a day. Three of a million codes are valid at a time, so an attacker
 * who has the password needs about thirty years for an even chance.
 */
const WRONG_CODES = { most: 20, window: DAY_LENGTH }

/** Refuses a sign-in after too many failures within `FAILURE_WINDOW`. @throws Problem too_many */
export function assertLoginAllowed(ctx: Ctx, attempt: LoginAttempt): void {
  assertWithinLimits(ctx, failureLimits(ctx, attempt))
}

/** Counts a failed sign-in. Must be called in the transaction of `assertLoginAllowed`. */
export function countFailure(ctx: Ctx, attempt: LoginAttempt): void {
  countAttempt(ctx, failureLimits(ctx, attempt))
}

/**
 * Refuses the token of an invitation after too many failures of the origin, among which unknown tokens count.
 * @throws Problem too_many
 */
export function assertTokenAllowed(ctx: Ctx, origin: string): void {
  assertWithinLimits(ctx, originLimits(origin))
}

/** Counts a wrong link of an invitation or a reset as a failed sign-in of its origin. */
export function countWrongToken(ctx: Ctx, origin: string): void {
  countAttempt(ctx, originLimits(origin))
}

/**
 * Refuses a passkey after too many failures of the origin, or of a known browser. Failures of the account do
 * not count, because strangers can use them up, and no passkey can be guessed.
 * @throws Problem too_many
 */
export function assertPasskeyAllowed(ctx: Ctx, attempt: LoginAttempt): void {
  assertWithinLimits(ctx, passkeyLimits(ctx, attempt))
}

/** Counts a wrong passkey. Must be called in the transaction of `assertPasskeyAllowed`. */
export function countWrongPasskey(ctx: Ctx, attempt: LoginAttempt): void {
  countAttempt(ctx, passkeyLimits(ctx, attempt))
}

/** Refuses a code after `WRONG_CODES` of the account, or of a known browser. @throws Problem too_many */
export function assertCodeAllowed(ctx: Ctx, attempt: LoginAttempt): void {
  assertWithinLimits(ctx, codeLimits(ctx, attempt))
}

/** Counts a wrong code, which is a failed login too. */
export function countWrongCode(ctx: Ctx, attempt: LoginAttempt): void {
  countAttempt(ctx, [...failureLimits(ctx, attempt), ...codeLimits(ctx, attempt)])
}

/** Resets the limits of the account, not those of origins. */
export function resetFailures(ctx: Ctx, email: string): void {
  const account = accountFingerprint(ctx, email)
  for (const subject of [`login to ${account}`, `code of ${account}`]) deleteAttempts(ctx, subject)
}

/** Returns the limits that a failure counts for. A known browser has its own. */
function failureLimits(ctx: Ctx, { email, origin, browser }: LoginAttempt): Limits {
  const account = accountFingerprint(ctx, email)
  if (browser !== undefined) return [[`login to ${account} by ${browser}`, FAILURES]]
  return [
    [`login to ${account} from ${origin}`, FAILURES],
    [`login to ${account}`, FAILURES_OF_ACCOUNT],
    ...originLimits(origin),
  ]
}

/** Returns the limits that a wrong passkey counts for. */
function passkeyLimits(ctx: Ctx, attempt: LoginAttempt): Limits {
  return attempt.browser === undefined ? originLimits(attempt.origin) : failureLimits(ctx, attempt)
}

/** Returns the limit of an origin for all accounts. */
function originLimits(origin: string): Limits {
  return [[`login from ${origin}`, FAILURES_OF_ORIGIN]]
}

/** Returns the limit that a wrong code counts for. */
function codeLimits(ctx: Ctx, { email, browser }: LoginAttempt): Limits {
  const account = accountFingerprint(ctx, email)
  return [[`code of ${account}${browser === undefined ? '' : ` by ${browser}`}`, WRONG_CODES]]
}

/** Returns the fingerprint by which the limits know an account, whether or not there is one. */
export function accountFingerprint(ctx: Ctx, email: string): string {
  return fingerprint(ctx, 'account', accountAddress(email))
}
