import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins, recoveryCodes } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { CODE_REQUIRED } from '../shared/password.ts'
import { Problem } from '../shared/problems.ts'
import { getAdmin } from './admins.ts'
import { recordAudit } from './audit.ts'
import {
  decrypt,
  encrypt,
  fingerprint,
  randomGroups,
  readGroups,
  type SealedPlace,
  withEarlierSecret,
} from './crypto.ts'
import { assertCodeAllowed, assertLoginAllowed, countWrongCode, type LoginAttempt } from './login-limits.ts'
import { dropSessions } from './sessions.ts'

/** Time steps of 30 s before and after the current one whose codes are valid too (RFC 6238, section 5.2). */
const WINDOW = 1
const RECOVERY_CODES = 10

const WRONG_CODE = 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.'
const ALREADY_ON = 'Der zweite Faktor ist bereits eingeschaltet.'

export function hasSecondFactor({ totpStep }: Pick<Admin, 'totpStep'>): boolean {
  return totpStep !== null
}

/**
 * Makes a new secret for an authenticator app. The second factor stays off until `enableSecondFactor` receives a first code.
 * @param issuer the name that the app shows
 * @throws Problem conflict while the second factor is on
 */
export function prepareSecondFactor(
  ctx: Ctx,
  adminId: number,
  issuer: string,
): { secret: string; uri: string } {
  return inTx(ctx, () => {
    const admin = getAdmin(ctx, adminId)
    if (hasSecondFactor(admin)) throw new Problem('conflict', {}, ALREADY_ON)
    const totp = new TOTP({ issuer, label: admin.email, secret: new Secret() })
    const secret = totp.secret.base32
    ctx.db
      .update(admins)
      .set({ totpSecret: encrypt(ctx, aadOf(adminId), secret), updatedAt: ctx.now })
      .where(eq(admins.id, adminId))
      .run()
    return { secret, uri: totp.toString() }
  })
}

/**
 * Switches the second factor on with a first code of the app, and ends the admin's sessions except `keptSession`.
 * @returns ten recovery codes, which are shown this once
 * @throws Problem conflict when it is on already or was not prepared, invalid when the code is wrong, too_many
 */
export function enableSecondFactor(
  ctx: Ctx,
  adminId: number,
  code: string,
  attempt: LoginAttempt,
  keptSession?: number,
): string[] {
  const codes = inTx(ctx, () => {
    const admin = getAdmin(ctx, adminId)
    if (hasSecondFactor(admin)) throw new Problem('conflict', {}, ALREADY_ON)
    if (admin.totpSecret === null)
      throw new Problem('conflict', {}, 'Bitte richten Sie zuerst die Authenticator-App ein.')
    assertLoginAllowed(ctx, attempt)
    assertCodeAllowed(ctx, attempt)
    if (!spendTotp(ctx, admin, code)) {
      countWrongCode(ctx, attempt)
      return undefined
    }
    recordAudit(ctx, 'second-factor-on')
    dropSessions(ctx, adminId, keptSession)
    return renewRecoveryCodes(ctx, adminId)
  })
  // Thrown outside the transaction, so that the counted code is committed.
  if (codes === undefined) throw new Problem('invalid', { fields: { code: WRONG_CODE } })
  return codes
}

/**
 * Switches the second factor off, if it is on, with a code of the app or a recovery code, and ends the admin's sessions except
 * `keptSession`.
 * @throws Problem invalid when the code is missing or wrong, too_many
 */
export function switchOffSecondFactor(
  ctx: Ctx,
  adminId: number,
  code: string,
  attempt: LoginAttempt,
  keptSession?: number,
): void {
  const done = inTx(ctx, () => {
    const admin = getAdmin(ctx, adminId)
    if (!hasSecondFactor(admin)) return true
    if (code === '') throw new Problem('invalid', { fields: { code: CODE_REQUIRED } })
    assertLoginAllowed(ctx, attempt)
    assertCodeAllowed(ctx, attempt)
    if (!spendCode(ctx, admin, code)) {
      countWrongCode(ctx, attempt)
      return false
    }
    disableSecondFactor(ctx, admin)
    dropSessions(ctx, adminId, keptSession)
    return true
  })
  if (!done) throw new Problem('invalid', { fields: { code: WRONG_CODE } })
}

/** Switches the second factor off, if it is on, and deletes its secret and recovery codes. */
export function disableSecondFactor(ctx: Ctx, { id, email }: Pick<Admin, 'id' | 'email'>): void {
  inTx(ctx, () => {
    const wasOn = hasSecondFactor(getAdmin(ctx, id))
    ctx.db
      .update(admins)
      .set({ totpSecret: null, totpStep: null, updatedAt: ctx.now })
      .where(eq(admins.id, id))
      .run()
    dropRecoveryCodes(ctx, id)
    if (wasOn) recordAudit(ctx, 'second-factor-off', email)
  })
}

/** Uses up a code of the app or a recovery code; each is valid once. @returns false when the code is neither */
export function spendCode(ctx: Ctx, admin: Admin, code: string): boolean {
  if (spendTotp(ctx, admin, code)) return true
  if (!spendRecoveryCode(ctx, admin.id, code)) return false
  recordAudit(ctx, 'recovery-code-used', admin.email)
  return true
}

/** The last time step whose code can be accepted at this instant. */
export function latestStep(now: Instant): number {
  return TOTP.counter({ timestamp: now }) + WINDOW
}

/** Accepts each time step's code once, and none older than the last accepted one. */
function spendTotp(ctx: Ctx, { id, totpSecret }: Admin, code: string): boolean {
  const token = code.replace(/\s/g, '')
  if (totpSecret === null || !/^\d{6}$/.test(token)) return false
  const secret = Secret.fromBase32(decrypt(ctx, aadOf(id), totpSecret))
  const delta = TOTP.validate({ token, secret, timestamp: ctx.now, window: WINDOW })
  if (delta === null) return false
  const step = TOTP.counter({ timestamp: ctx.now }) + delta
  const unused = or(isNull(admins.totpStep), lt(admins.totpStep, step))
  const spent = ctx.db
    .update(admins)
    .set({ totpStep: step })
    .where(and(eq(admins.id, id), unused))
    .run()
  return spent.changes > 0
}

/** Replaces all recovery codes with new ones of 60 bits, and stores their fingerprints. */
function renewRecoveryCodes(ctx: Ctx, adminId: number): string[] {
  dropRecoveryCodes(ctx, adminId)
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomGroups(3, 4))
  for (const code of codes) {
    ctx.db
      .insert(recoveryCodes)
      .values({ adminId, code: recoveryFingerprint(ctx, adminId, code) })
      .run()
  }
  return codes
}

function spendRecoveryCode(ctx: Ctx, adminId: number, typed: string): boolean {
  const codes = withEarlierSecret(ctx).map((each) => recoveryFingerprint(each, adminId, typed))
  const own = and(eq(recoveryCodes.adminId, adminId), inArray(recoveryCodes.code, codes))
  return ctx.db.delete(recoveryCodes).where(own).run().changes > 0
}

function dropRecoveryCodes(ctx: Ctx, adminId: number): void {
  ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run()
}

function recoveryFingerprint(ctx: Ctx, adminId: number, typed: string): string {
  return fingerprint(ctx, 'recovery-code', String(adminId), readGroups(typed))
}

function aadOf(adminId: number): SealedPlace {
  return `admins:totp_secret:${adminId}`
}
