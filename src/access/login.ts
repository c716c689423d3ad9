import { eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { findAdmin, getAdmin } from './admins.ts'
import { recordAudit } from './audit.ts'
import {
  assertCodeAllowed,
  assertLoginAllowed,
  countFailure,
  countWrongCode,
  type LoginAttempt,
} from './login-limits.ts'
import type { PasswordCheck } from './passwords.ts'
import { hasSecondFactor, spendCode } from './second-factor.ts'
import { openSession } from './sessions.ts'

export type SignedIn = Readonly<{ token: string; expiresAt: Instant; email: string; name: string }>

/**
 * Signs in with a password that was checked on the doorstep and, where the second factor is on, a code. The limit is asked
 * again here, where failures are counted: of many guesses at the same moment five are answered.
 * @param code of the authenticator app or a recovery code; '' when none was given
 * @throws Problem invalid_credentials, second_factor_required, too_many
 */
export function signIn(
  ctx: Ctx,
  guess: LoginAttempt & Readonly<{ code: string; device: string }>,
  check: PasswordCheck,
): SignedIn {
  const signedIn = inTx(ctx, () => {
    assertLoginAllowed(ctx, guess)
    const admin = findAdmin(ctx, guess.email)
    if (admin === undefined || !holds(check, admin)) {
      countFailure(ctx, guess)
      // What was typed may be anything, a password too: only an address that we know is written down.
      recordAudit(ctx, 'login-failed', admin?.email)
      return undefined
    }
    const own: Ctx = { ...ctx, actor: { kind: 'admin', id: admin.id, email: admin.email } }
    if (hasSecondFactor(admin)) {
      if (guess.code === '') throw new Problem('second_factor_required')
      assertCodeAllowed(ctx, guess)
      if (!spendCode(own, admin, guess.code)) {
        countWrongCode(ctx, guess)
        recordAudit(ctx, 'login-failed', admin.email)
        return undefined
      }
    }
    if (check.renewed !== undefined)
      ctx.db.update(admins).set({ passwordHash: check.renewed }).where(eq(admins.id, admin.id)).run()
    recordAudit(own, 'login')
    return { ...openSession(ctx, admin.id, guess.device), email: admin.email, name: admin.name }
  })
  // Thrown outside, so that the count of failures stays.
  if (signedIn === undefined) throw new Problem('invalid_credentials')
  return signedIn
}

/**
 * An admin who is signed in gives the password once more, before anything about signing in is changed.
 * @throws Problem invalid with the sentence at the field, too_many
 */
export function confirmPassword(
  ctx: Ctx,
  adminId: number,
  guess: LoginAttempt,
  check: PasswordCheck,
  fault: Readonly<Record<string, string>>,
): Admin {
  const admin = getAdmin(ctx, adminId)
  const right = inTx(ctx, () => {
    assertLoginAllowed(ctx, guess)
    if (holds(check, admin)) return true
    countFailure(ctx, guess)
    recordAudit(ctx, 'login-failed', admin.email)
    return false
  })
  if (!right) throw new Problem('invalid', { fields: fault })
  return admin
}

/** Right, and still of value: the password was not changed while it was being checked. */
function holds(check: PasswordCheck, admin: Admin): boolean {
  return check.right && check.stored === admin.passwordHash
}
