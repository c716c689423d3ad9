import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { getAdmin } from './admins.ts'
import { recordAudit } from './audit.ts'
import { decrypt, encrypt } from './crypto.ts'
import { assertCodeAllowed, assertLoginAllowed, countWrongCode, type LoginAttempt } from './login-limits.ts'
import { dropRecoveryCodes, renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'

/** A code holds for its own 30 seconds and those before and after, since clocks differ (RFC 6238, section 5.2). */
const WINDOW = 1

const ALREADY_ON = 'Der zweite Faktor ist bereits eingeschaltet.'

/** Does signing in take a code? */
export function hasSecondFactor({ totpStep }: Pick<Admin, 'totpStep'>): boolean {
  return totpStep !== null
}

/**
 * A new secret for an authenticator app. Of no effect until a first code proves that it arrived there.
 * @param issuer under which name the app lists it
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
      .set({ totpSecret: encrypt(ctx, place(adminId), secret), updatedAt: ctx.now })
      .where(eq(admins.id, adminId))
      .run()
    return { secret, uri: totp.toString() }
  })
}

/**
 * Switches the second factor on with a first code of the app. Returns the ten recovery codes, which are shown this once.
 * @throws Problem conflict when it is on already or was not prepared, invalid when the code is wrong, too_many
 */
export function enableSecondFactor(ctx: Ctx, adminId: number, code: string, guess: LoginAttempt): string[] {
  const codes = inTx(ctx, () => {
    const admin = getAdmin(ctx, adminId)
    if (hasSecondFactor(admin)) throw new Problem('conflict', {}, ALREADY_ON)
    if (admin.totpSecret === null)
      throw new Problem('conflict', {}, 'Bitte richten Sie zuerst die Authenticator-App ein.')
    assertLoginAllowed(ctx, guess)
    assertCodeAllowed(ctx, guess)
    if (!spendTotp(ctx, admin, code)) {
      countWrongCode(ctx, guess)
      return undefined
    }
    recordAudit(ctx, 'second-factor-on')
    return renewRecoveryCodes(ctx, adminId)
  })
  // Thrown outside, so that the count of wrong codes stays.
  if (codes === undefined)
    throw new Problem('invalid', {
      fields: { code: 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.' },
    })
  return codes
}

/** Switches the second factor off and forgets its secret and its recovery codes. Nothing happens where it is off. */
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

/** Uses up a code of the app or a recovery code; each lets in once. False when it is neither. */
export function spendCode(ctx: Ctx, admin: Admin, code: string): boolean {
  if (spendTotp(ctx, admin, code)) return true
  if (!spendRecoveryCode(ctx, admin.id, code)) return false
  recordAudit(ctx, 'recovery-code-used', admin.email)
  return true
}

/** Takes the code of a time step once, and never one that lies before the last. */
function spendTotp(ctx: Ctx, { id, totpSecret }: Admin, code: string): boolean {
  const token = code.replace(/\s/g, '')
  if (totpSecret === null || !/^\d{6}$/.test(token)) return false
  const secret = Secret.fromBase32(decrypt(ctx, place(id), totpSecret))
  const delta = TOTP.validate({ token, secret, timestamp: ctx.now, window: WINDOW })
  if (delta === null) return false
  const step = TOTP.counter({ timestamp: ctx.now }) + delta
  const fresh = or(isNull(admins.totpStep), lt(admins.totpStep, step))
  const taken = ctx.db
    .update(admins)
    .set({ totpStep: step })
    .where(and(eq(admins.id, id), fresh))
    .run()
  return taken.changes > 0
}

function place(adminId: number): string {
  return `admins:totp_secret:${adminId}`
}
