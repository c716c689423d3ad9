import { eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { Role } from '../shared/role.ts'
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

export type SignedIn = Readonly<{
  token: string
  expiresAt: Instant
  email: string
  name: string
  role: Role
}>

/**
 * Signs in with a verified password and, when the second factor is on, a code. Checks the limit again, in the transaction
 * that counts failures: of many simultaneous attempts only five get an answer.
 * @param attempt `code` of the authenticator app or a recovery code, or ''
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
      // The typed text may be anything, even a password: only a known address is recorded.
      recordAudit(ctx, 'login-failed', admin?.email)
      return undefined
    }
    const own: Ctx = { ...ctx, actor: { kind: 'admin', id: admin.id, email: admin.email } }
    if (hasSecondFactor(admin)) {
      if (attempt.code === '') throw new Problem('second_factor_required')
      assertCodeAllowed(ctx, attempt)
      if (!spendCode(own, admin, attempt.code)) {
        countWrongCode(ctx, attempt)
        recordAudit(ctx, 'login-failed', admin.email)
        return undefined
      }
    }
    if (check.renewed !== undefined)
      ctx.db.update(admins).set({ passwordHash: check.renewed }).where(eq(admins.id, admin.id)).run()
    recordAudit(own, 'login')
    const { email, name, role } = admin
    return { ...openSession(ctx, admin.id, attempt.device), email, name, role }
  })
  // Thrown outside the transaction, so that the counted failure is committed.
  if (signedIn === undefined) throw new Problem('invalid_credentials')
  return signedIn
}

/**
 * Requires the password of the signed-in admin once more, before credentials change.
 * @param fieldErrors of the Problem when the password is wrong
 * @throws Problem invalid, too_many
 */
export function confirmPassword(
  ctx: Ctx,
  adminId: number,
  attempt: LoginAttempt,
  check: PasswordCheck,
  fieldErrors: Readonly<Record<string, string>>,
): Admin {
  const admin = getAdmin(ctx, adminId)
  const right = inTx(ctx, () => {
    assertLoginAllowed(ctx, attempt)
    if (isCurrent(check, admin)) return true
    countFailure(ctx, attempt)
    recordAudit(ctx, 'login-failed', admin.email)
    return false
  })
  if (!right) throw new Problem('invalid', { fields: fieldErrors })
  return admin
}

/** The password is right and was not replaced while it was being verified. */
function isCurrent(check: PasswordCheck, admin: Admin): boolean {
  return check.right && check.stored === admin.passwordHash
}
