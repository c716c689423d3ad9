import { eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import type { Role } from '../shared/role.ts'
import { findAdmin, getAdmin } from './admins.ts'
import { recordAudit } from './audit.ts'
import {
  assertCodeAllowed,
  assertLoginAllowed,
  assertPasskeyAllowed,
  countFailure,
  countWrongCode,
  countWrongPasskey,
  type LoginAttempt,
} from './login-limits.ts'
import { type PasskeyCheck, trySpendPasskey } from './passkeys.ts'
import type { PasswordCheck } from './passwords.ts'
import { type Factor, listFactors, trySpendCode } from './second-factor.ts'
import { openSession, type SessionEnd } from './sessions.ts'

const PASSKEY_REQUIRED = 'Bitte melden Sie sich mit Ihrem Passkey an, oder geben Sie einen Ersatzcode ein.'
const UNKNOWN_PASSKEY = 'Dieser Passkey gilt hier nicht. Bitte melden Sie sich mit dem Passwort an.'

/** A new session with its token, its end, and the admin who has signed in. */
export type SignedIn = Readonly<{
  token: string
  email: string
  name: string
  role: Role
}> &
  SessionEnd

/**
 * Signs in with a verified password and, when the second factor is on, a code. The limit is checked in the
 * transaction that counts failures, so that only five of many simultaneous attempts get an answer.
 * @param attempt `code` of the authenticator app or a recovery code, or ''
 * @param check what verifying the password has found, before this transaction
 * @throws Problem invalid_credentials, second_factor_required, too_many
 */
export function signIn(
  ctx: Ctx,
  attempt: LoginAttempt & Readonly<{ code: string; device: string }>,
  check: PasswordCheck,
): SignedIn {
  const signedIn = inTx(ctx, () => {
    assertLoginAllowed(ctx, attempt)
    const admin = findAdmin(ctx, attempt.email)
    if (admin === undefined || !isCurrent(check, admin)) {
      countFailure(ctx, attempt)
      // Only a known e-mail address is recorded, because the typed text may be anything, even a password.
      recordAudit(ctx, 'login-failed', admin?.email)
      return undefined
    }
    if (!trySpendRequiredCode(ctx, admin, attempt)) {
      countWrongCode(ctx, attempt)
      recordAudit(ctx, 'login-failed', admin.email)
      return undefined
    }
    // The stored hash was made with weaker parameters, so a stronger one replaces it.
    if (check.renewed !== undefined)
      ctx.db.update(admins).set({ passwordHash: check.renewed }).where(eq(admins.id, admin.id)).run()
    return beginSession(ctx, admin, attempt.device)
  })
  // The problem is thrown outside the transaction, so that the counted failure is committed.
  if (signedIn === undefined) throw new Problem('invalid_credentials')
  return signedIn
}

/**
 * Spends the code of the attempt if the admin has a second factor. Returns false when the code is wrong.
 * @throws Problem second_factor_required, too_many
 */
function trySpendRequiredCode(
  ctx: Ctx,
  admin: Admin,
  attempt: LoginAttempt & Readonly<{ code: string }>,
): boolean {
  const factors = listFactors(ctx, admin)
  if (factors.length === 0) return true
  if (attempt.code === '') throw factorRequired(factors)
  assertCodeAllowed(ctx, attempt)
  return trySpendCode(asAdmin(ctx, admin), admin, attempt.code)
}

/**
 * Signs in with a passkey, which has verified its user and so replaces password and code.
 * @param attempt `email` is the e-mail address of the passkey's admin, '' when the passkey is unknown
 * @param check undefined when the response is wrong
 * @throws Problem invalid_credentials, too_many
 */
export function signInWithPasskey(
  ctx: Ctx,
  attempt: LoginAttempt & Readonly<{ device: string }>,
  check: PasskeyCheck | undefined,
): SignedIn {
  const signedIn = inTx(ctx, () => {
    assertPasskeyAllowed(ctx, attempt)
    if (check !== undefined && trySpendPasskey(ctx, check))
      return beginSession(ctx, getAdmin(ctx, check.adminId), attempt.device)
    countWrongPasskey(ctx, attempt)
    recordAudit(ctx, 'login-failed', attempt.email)
    return undefined
  })
  if (signedIn === undefined) throw new Problem('invalid_credentials', {}, UNKNOWN_PASSKEY)
  return signedIn
}

/** A password that a signed-in admin has typed once more. */
type PasswordConfirmation = Readonly<{
  attempt: LoginAttempt
  check: PasswordCheck
  /** The fields of the Problem when the password is wrong. */
  fieldErrors: Readonly<Record<string, string>>
}>

/**
 * Requires the password of the signed-in admin once more, before credentials change.
 * @throws Problem invalid, too_many
 */
export function confirmPassword(
  ctx: Ctx,
  adminId: number,
  { attempt, check, fieldErrors }: PasswordConfirmation,
): Admin {
  const admin = getAdmin(ctx, adminId)
  const isRight = inTx(ctx, () => {
    assertLoginAllowed(ctx, attempt)
    if (isCurrent(check, admin)) return true
    countFailure(ctx, attempt)
    recordAudit(ctx, 'login-failed', admin.email)
    return false
  })
  if (!isRight) throw new Problem('invalid', { fields: fieldErrors })
  return admin
}

/** Opens a session of the admin, and records the sign-in. */
function beginSession(ctx: Ctx, admin: Admin, device: string): SignedIn {
  recordAudit(asAdmin(ctx, admin), 'login')
  const { id, email, name, role } = admin
  return { ...openSession(ctx, id, device), email, name, role }
}

/** Returns the context with the admin as the actor, for the audit. */
function asAdmin(ctx: Ctx, { id, email }: Admin): Ctx {
  return { ...ctx, actor: { kind: 'admin', id, email } }
}

/** Returns the Problem that asks for a second factor. It names the factors only when one is a passkey. */
function factorRequired(factors: readonly Factor[]): Problem {
  if (!factors.includes('passkey')) return new Problem('second_factor_required')
  return new Problem(
    'second_factor_required',
    { factors },
    factors.includes('app') ? undefined : PASSKEY_REQUIRED,
  )
}

/** Returns whether the password is right and was not replaced during its verification. */
function isCurrent(check: PasswordCheck, admin: Admin): boolean {
  return check.isRight && check.stored === admin.passwordHash
}
