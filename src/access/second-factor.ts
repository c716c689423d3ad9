import { type Ctx, inTx } from '../ctx.ts'
import type { Admin } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { CODE_REQUIRED } from '../shared/proofs.ts'
import { getAdmin } from './admins.ts'
import { recordAudit } from './audit.ts'
import { assertCodeAllowed, assertLoginAllowed, countWrongCode, type LoginAttempt } from './login-limits.ts'
import {
  deletePasskey,
  deletePasskeys,
  listPasskeys,
  type NewPasskey,
  type PasskeyCheck,
  trySpendPasskey,
  tryStorePasskey,
} from './passkeys.ts'
import { dropRecoveryCodes, renewRecoveryCodes, trySpendRecoveryCode } from './recovery-codes.ts'
import { endSessionsOf, listSessions } from './sessions.ts'
import { dropTotp, renewTotp, trySpendTotp } from './totp.ts'

const WRONG_CODE = 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.'
const WRONG_PASSKEY = 'Der Passkey wurde nicht erkannt. Bitte versuchen Sie es noch einmal.'
const APP_ALREADY_ON = 'Der zweite Faktor ist bereits eingeschaltet.'

/** An authenticator app (TOTP), or a passkey. */
export type Factor = 'app' | 'passkey'

/**
 * A submitted factor: a code of the app or a recovery code, or the verified response of a passkey when
 * `passkey` is set.
 */
export type PresentFactor = Readonly<{ code: string; passkey?: PasskeyCheck | 'wrong' | undefined }>

/** Returns the second factors that are on. */
export function factorsOf(ctx: Ctx, { id, totpStep }: Pick<Admin, 'id' | 'totpStep'>): Factor[] {
  const factors: Factor[] = totpStep === null ? [] : ['app']
  return listPasskeys(ctx, id).length === 0 ? factors : [...factors, 'passkey']
}

/** Returns whether signing in needs more than the password: an app, a passkey, or either. */
export function hasSecondFactor(ctx: Ctx, admin: Pick<Admin, 'id' | 'totpStep'>): boolean {
  return factorsOf(ctx, admin).length > 0
}

/**
 * Requires a second factor before factors change. Does nothing while none is on.
 * @throws Problem invalid when the factor is missing or wrong, too_many
 */
export function confirmFactor(
  ctx: Ctx,
  adminId: number,
  { code, passkey }: PresentFactor,
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
 * Makes a new secret for an authenticator app. The app becomes a second factor when `enableAuthenticatorApp`
 * receives a first code.
 * @param issuer the name that the app shows
 * @throws Problem conflict while the app is a second factor
 */
export function prepareAuthenticatorApp(
  ctx: Ctx,
  adminId: number,
  issuer: string,
): { secret: string; uri: string } {
  return inTx(ctx, () => renewTotp(ctx, assertNoAuthenticatorApp(getAdmin(ctx, adminId)), issuer))
}

/**
 * Switches the authenticator app on with its first code, and ends the admin's sessions except `keptSession`.
 * @returns the recovery codes, which are shown this once; none when another factor was on
 * @throws Problem conflict when it is on already or was not prepared, invalid when the code is wrong,
 * too_many
 */
export function enableAuthenticatorApp(
  ctx: Ctx,
  adminId: number,
  { code, attempt, keptSession }: Readonly<{ code: string; attempt: LoginAttempt; keptSession?: number }>,
): string[] {
  const codes = inTx(ctx, () => {
    const admin = assertNoAuthenticatorApp(getAdmin(ctx, adminId))
    if (admin.totpSecret === null)
      throw new Problem('conflict', {}, 'Bitte richten Sie zuerst die Authenticator-App ein.')
    assertLoginAllowed(ctx, attempt)
    assertCodeAllowed(ctx, attempt)
    const isFirst = !hasSecondFactor(ctx, admin)
    if (!trySpendTotp(ctx, admin, code)) {
      countWrongCode(ctx, attempt)
      return undefined
    }
    recordAudit(ctx, 'second-factor-on')
    return afterFactorAdded(ctx, adminId, isFirst, keptSession)
  })
  if (codes === undefined) throw new Problem('invalid', { fields: { code: WRONG_CODE } })
  return codes
}

/** Switches the authenticator app off, if it is on, and ends the admin's sessions except `keptSession`. */
export function disableAuthenticatorApp(ctx: Ctx, adminId: number, keptSession: number): void {
  inTx(ctx, () => {
    if (getAdmin(ctx, adminId).totpStep === null) return
    dropTotp(ctx, adminId)
    recordAudit(ctx, 'second-factor-off')
    afterFactorRemoved(ctx, adminId, keptSession)
  })
}

/**
 * Adds a passkey, which is a password and a second factor in one, and ends the admin's sessions except
 * `keptSession`.
 * @returns the recovery codes, which are shown this once; none when another factor was on
 * @throws Problem unauthorized when the session has ended, invalid when the passkey was not verified or was
 * added before
 */
export function addPasskey(
  ctx: Ctx,
  adminId: number,
  {
    name,
    passkey,
    keptSession,
  }: Readonly<{ name: string; passkey: NewPasskey | undefined; keptSession: number }>,
): string[] {
  return inTx(ctx, () => {
    // A doctor may have reset the account while the passkey was being verified.
    if (!listSessions(ctx, adminId).some(({ id }) => id === keptSession)) throw new Problem('unauthorized')
    const isFirst = !hasSecondFactor(ctx, getAdmin(ctx, adminId))
    if (passkey === undefined || !tryStorePasskey(ctx, adminId, passkey, name))
      throw new Problem('invalid', {}, WRONG_PASSKEY)
    recordAudit(ctx, 'passkey-added', name)
    return afterFactorAdded(ctx, adminId, isFirst, keptSession)
  })
}

/** Deletes the passkey, if it is the admin's, and ends the admin's sessions except `keptSession`. */
export function removePasskey(ctx: Ctx, adminId: number, id: number, keptSession: number): void {
  inTx(ctx, () => {
    const name = deletePasskey(ctx, adminId, id)
    if (name === undefined) return
    recordAudit(ctx, 'passkey-removed', name)
    afterFactorRemoved(ctx, adminId, keptSession)
  })
}

/** Switches all second factors off, and deletes secret, passkeys and recovery codes. */
export function disableAllFactors(ctx: Ctx, { id, email }: Pick<Admin, 'id' | 'email'>): void {
  inTx(ctx, () => {
    const wasOn = hasSecondFactor(ctx, getAdmin(ctx, id))
    dropTotp(ctx, id)
    deletePasskeys(ctx, id)
    dropRecoveryCodes(ctx, id)
    if (wasOn) recordAudit(ctx, 'second-factor-off', email)
  })
}

/**
 * Uses up a code of the app or a recovery code. Each is valid once.
 * @returns false when the code is neither
 */
export function trySpendCode(ctx: Ctx, admin: Admin, code: string): boolean {
  if (trySpendTotp(ctx, admin, code)) return true
  if (!trySpendRecoveryCode(ctx, admin.id, code)) return false
  recordAudit(ctx, 'recovery-code-used', admin.email)
  return true
}

/** Returns the admin. @throws Problem conflict while the app is a second factor */
function assertNoAuthenticatorApp(admin: Admin): Admin {
  if (admin.totpStep !== null) throw new Problem('conflict', {}, APP_ALREADY_ON)
  return admin
}

/** Uses up the response of a passkey. @returns false when it was wrong, or is of somebody else's passkey */
function trySpendOwnPasskey(ctx: Ctx, { id }: Admin, passkey: PasskeyCheck | 'wrong'): boolean {
  return passkey !== 'wrong' && passkey.adminId === id && trySpendPasskey(ctx, passkey)
}

/**
 * Ends the admin's sessions except `keptSession`.
 * @param isFirst whether the admin had no factor before
 * @returns new recovery codes for the first factor, else none
 */
function afterFactorAdded(ctx: Ctx, adminId: number, isFirst: boolean, keptSession?: number): string[] {
  endSessionsOf(ctx, adminId, keptSession)
  return isFirst ? renewRecoveryCodes(ctx, adminId) : []
}

/**
 * Ends the admin's sessions except `keptSession`. Deletes the recovery codes once no factor is left, because
 * they stand in for a factor.
 */
function afterFactorRemoved(ctx: Ctx, adminId: number, keptSession: number): void {
  endSessionsOf(ctx, adminId, keptSession)
  if (!hasSecondFactor(ctx, getAdmin(ctx, adminId))) dropRecoveryCodes(ctx, adminId)
}
