import { type Ctx, inTx } from '../ctx.ts'
import type { Admin } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { getAdmin } from './admins.ts'
import { recordAudit } from './audit.ts'
import { endSessionsOfAdmin } from './ended-sessions.ts'
import { assertCodeAllowed, assertLoginAllowed, countWrongCode, type LoginAttempt } from './login-limits.ts'
import { deletePasskey, deletePasskeys, type NewPasskey, tryStorePasskey } from './passkeys.ts'
import { dropRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { hasSecondFactor, WRONG_CODE, WRONG_PASSKEY } from './second-factor.ts'
import { listSessions } from './sessions.ts'
import { dropTotp, renewTotp, trySpendTotp } from './totp.ts'

/**
 * This module switches the second factors of an admin on and off. If one is already on, the routes require it
 * first (`confirmFactor` of second-factor.ts).
 */

const APP_ALREADY_ON = 'Der zweite Faktor ist bereits eingeschaltet.'

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
  return inTx(ctx, () => renewTotp(ctx, getAdminWithoutApp(ctx, adminId), issuer))
}

/**
 * Switches the authenticator app on with its first code, and ends the admin's sessions except
 * `keptSessionId`.
 * @returns the recovery codes, which are shown this once; none when another factor was on
 * @throws Problem conflict when it is on already or was not prepared, invalid when the code is wrong,
 * too_many
 */
export function enableAuthenticatorApp(
  ctx: Ctx,
  adminId: number,
  { code, attempt, keptSessionId }: Readonly<{ code: string; attempt: LoginAttempt; keptSessionId?: number }>,
): string[] {
  const codes = inTx(ctx, () => {
    const admin = getAdminWithoutApp(ctx, adminId)
    if (admin.totpSecret === null)
      throw new Problem('conflict', {}, 'Bitte richten Sie zuerst die Authenticator-App ein.')
    assertLoginAllowed(ctx, attempt)
    assertCodeAllowed(ctx, attempt)
    const isFirstFactor = !hasSecondFactor(ctx, admin)
    if (!trySpendTotp(ctx, admin, code)) {
      countWrongCode(ctx, attempt)
      return undefined
    }
    recordAudit(ctx, 'second-factor-on')
    return finishSwitchingOn(ctx, adminId, { isFirstFactor, keptSessionId })
  })
  if (codes === undefined) throw new Problem('invalid', { fields: { code: WRONG_CODE } })
  return codes
}

/** Switches the authenticator app off, if it is on, and ends the admin's sessions except `keptSessionId`. */
export function disableAuthenticatorApp(ctx: Ctx, adminId: number, keptSessionId: number): void {
  inTx(ctx, () => {
    if (getAdmin(ctx, adminId).totpStep === null) return
    dropTotp(ctx, adminId)
    recordAudit(ctx, 'second-factor-off')
    finishSwitchingOff(ctx, adminId, keptSessionId)
  })
}

/** The passkey to add. `passkey` is undefined when it was not verified. */
type AddedPasskey = Readonly<{ name: string; passkey: NewPasskey | undefined; keptSessionId: number }>

/**
 * Adds a passkey, which is a password and a second factor in one, and ends the admin's sessions except
 * `keptSessionId`.
 * @returns the recovery codes, which are shown this once; none when another factor was on
 * @throws Problem unauthorized when the session has ended, invalid when the passkey was not verified or was
 * added before
 */
export function addPasskey(
  ctx: Ctx,
  adminId: number,
  { name, passkey, keptSessionId }: AddedPasskey,
): string[] {
  return inTx(ctx, () => {
    // A doctor may have reset the account while the passkey was being verified.
    if (!listSessions(ctx, adminId).some(({ id }) => id === keptSessionId)) throw new Problem('unauthorized')
    const isFirstFactor = !hasSecondFactor(ctx, getAdmin(ctx, adminId))
    if (passkey === undefined || !tryStorePasskey(ctx, adminId, passkey, name))
      throw new Problem('invalid', {}, WRONG_PASSKEY)
    recordAudit(ctx, 'passkey-added', name)
    return finishSwitchingOn(ctx, adminId, { isFirstFactor, keptSessionId })
  })
}

/** Deletes the passkey, if it is the admin's, and ends the admin's sessions except `keptSessionId`. */
export function removePasskey(
  ctx: Ctx,
  adminId: number,
  { passkeyId, keptSessionId }: Readonly<{ passkeyId: number; keptSessionId: number }>,
): void {
  inTx(ctx, () => {
    const name = deletePasskey(ctx, adminId, passkeyId)
    if (name === undefined) return
    recordAudit(ctx, 'passkey-removed', name)
    finishSwitchingOff(ctx, adminId, keptSessionId)
  })
}

/**
 * Switches all second factors off, and deletes secret, passkeys and recovery codes. It is a part of resetting
 * an account.
 */
export function disableAllFactors(ctx: Ctx, { id, email }: Pick<Admin, 'id' | 'email'>): void {
  inTx(ctx, () => {
    const wasOn = hasSecondFactor(ctx, getAdmin(ctx, id))
    dropTotp(ctx, id)
    deletePasskeys(ctx, id)
    dropRecoveryCodes(ctx, id)
    if (wasOn) recordAudit(ctx, 'second-factor-off', email)
  })
}

/** Returns an admin without an authenticator app. @throws Problem conflict when the app is switched on */
function getAdminWithoutApp(ctx: Ctx, adminId: number): Admin {
  const admin = getAdmin(ctx, adminId)
  if (admin.totpStep !== null) throw new Problem('conflict', {}, APP_ALREADY_ON)
  return admin
}

type SwitchedOn = Readonly<{
  /** Whether the admin had no factor before. */
  isFirstFactor: boolean
  keptSessionId?: number | undefined
}>

/**
 * Ends the admin's sessions except `keptSessionId`, once a factor was added.
 * @returns new recovery codes for the first factor, else none
 */
function finishSwitchingOn(
  ctx: Ctx,
  adminId: number,
  { isFirstFactor, keptSessionId }: SwitchedOn,
): string[] {
  endSessionsOfAdmin(ctx, adminId, keptSessionId)
  return isFirstFactor ? renewRecoveryCodes(ctx, adminId) : []
}

/**
 * Ends the admin's sessions except `keptSessionId`, once a factor was removed. Deletes the recovery codes if
 * no factor is left that they could replace.
 */
function finishSwitchingOff(ctx: Ctx, adminId: number, keptSessionId: number): void {
  endSessionsOfAdmin(ctx, adminId, keptSessionId)
  if (!hasSecondFactor(ctx, getAdmin(ctx, adminId))) dropRecoveryCodes(ctx, adminId)
}
