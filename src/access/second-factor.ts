import { type Ctx, inTx } from '../ctx.ts'
import type { Admin } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { CODE_REQUIRED } from '../shared/proofs.ts'
import { getAdmin } from './admins.ts'
import { recordAudit } from './audit.ts'
import { assertCodeAllowed, assertLoginAllowed, countWrongCode, type LoginAttempt } from './login-limits.ts'
import { listPasskeys, type PasskeyCheck, trySpendPasskey } from './passkeys.ts'
import { trySpendRecoveryCode } from './recovery-codes.ts'
import { trySpendTotp } from './totp.ts'

/** This module says which second factors are on, and checks one; factor-changes.ts switches them. */

export const WRONG_CODE = 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.'
export const WRONG_PASSKEY = 'Der Passkey wurde nicht erkannt. Bitte versuchen Sie es noch einmal.'

/** An authenticator app (TOTP), or a passkey. */
export type Factor = 'app' | 'passkey'

/**
 * A submitted factor: a code of the app or a recovery code, or the verified response of a passkey when
 * `passkey` is set.
 */
export type SubmittedFactor = Readonly<{ code: string; passkey?: PasskeyCheck | 'wrong' | undefined }>

/** Returns the second factors that are on. */
export function listFactors(ctx: Ctx, { id, totpStep }: Pick<Admin, 'id' | 'totpStep'>): Factor[] {
  const factors: Factor[] = totpStep === null ? [] : ['app']
  return listPasskeys(ctx, id).length === 0 ? factors : [...factors, 'passkey']
}

/** Returns whether signing in needs more than the password: an app, a passkey, or either. */
export function hasSecondFactor(ctx: Ctx, admin: Pick<Admin, 'id' | 'totpStep'>): boolean {
  return listFactors(ctx, admin).length > 0
}

/**
 * Requires a second factor before factors change. Does nothing while none is on.
 * @throws Problem invalid when the factor is missing or wrong, too_many
 */
export function confirmFactor(
  ctx: Ctx,
  adminId: number,
  { code, passkey }: SubmittedFactor,
  attempt: LoginAttempt,
): void {
  const isConfirmed = inTx(ctx, () => {
    const admin = getAdmin(ctx, adminId)
    if (!hasSecondFactor(ctx, admin)) return true
    if (passkey === undefined && code === '')
      throw new Problem('invalid', { fields: { code: CODE_REQUIRED } })
    assertLoginAllowed(ctx, attempt)
    assertCodeAllowed(ctx, attempt)
    const isRight =
      passkey === undefined ? trySpendCode(ctx, admin, code) : trySpendOwnPasskey(ctx, admin, passkey)
    if (isRight) return true
    countWrongCode(ctx, attempt)
    return false
  })
  // The problem is thrown outside the transaction, so that the counted code is committed.
  if (!isConfirmed)
    throw new Problem('invalid', { fields: { code: passkey === undefined ? WRONG_CODE : WRONG_PASSKEY } })
}

/**
 * Uses up a code of the app or a recovery code. Each is valid once.
 * @returns false when the code is neither
 */
export function trySpendCode(ctx: Ctx, admin: Admin, code: string): boolean {
  // An app that is only prepared is no factor yet, and its first code would switch it on.
  if (admin.totpStep !== null && trySpendTotp(ctx, admin, code)) return true
  if (!trySpendRecoveryCode(ctx, admin.id, code)) return false
  recordAudit(ctx, 'recovery-code-used', admin.email)
  return true
}

/** Uses up the response of a passkey. @returns false when it is wrong, or another admin's passkey gave it */
function trySpendOwnPasskey(ctx: Ctx, { id }: Admin, passkey: PasskeyCheck | 'wrong'): boolean {
  return passkey !== 'wrong' && passkey.adminId === id && trySpendPasskey(ctx, passkey)
}
