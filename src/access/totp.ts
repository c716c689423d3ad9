import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { decrypt, type EncryptedPlace, encrypt } from './crypto.ts'

/** Time steps of 30 s before and after the current one whose codes are valid too (RFC 6238, section 5.2). */
const STEPS_AROUND = 1

/**
 * Stores a new secret for an authenticator app. It is no second factor yet: `totpStep` stays null until
 * `trySpendTotp` accepts a first code.
 * @param issuer the name that the app shows
 */
export function renewTotp(ctx: Ctx, { id, email }: Admin, issuer: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer, label: email, secret: new Secret() })
  const secret = totp.secret.base32
  ctx.db
    .update(admins)
    .set({ totpSecret: encrypt(ctx, aadOf(id), secret), updatedAt: ctx.now })
    .where(eq(admins.id, id))
    .run()
  return { secret, uri: totp.toString() }
}

/**
 * Uses up a code of the authenticator app. The code of each time step is accepted once, and no code older
 * than the last accepted one.
 * @returns false when the code is not accepted
 */
export function trySpendTotp(ctx: Ctx, { id, totpSecret }: Admin, code: string): boolean {
  const token = code.replace(/\s/g, '')
  if (totpSecret === null || !/^\d{6}$/.test(token)) return false
  const secret = Secret.fromBase32(decrypt(ctx, aadOf(id), totpSecret))
  // The library gives null for a wrong code.
  const stepsAhead = TOTP.validate({ token, secret, timestamp: ctx.now, window: STEPS_AROUND })
  if (stepsAhead === null) return false
  const step = TOTP.counter({ timestamp: ctx.now }) + stepsAhead
  const isUnused = or(isNull(admins.totpStep), lt(admins.totpStep, step))
  const spent = ctx.db
    .update(admins)
    .set({ totpStep: step })
    .where(and(eq(admins.id, id), isUnused))
    .run()
  return spent.changes > 0
}

/** Removes the authenticator app of an admin, and keeps the passkeys. */
export function dropTotp(ctx: Ctx, adminId: number): void {
  ctx.db
    .update(admins)
    .set({ totpSecret: null, totpStep: null, updatedAt: ctx.now })
    .where(eq(admins.id, adminId))
    .run()
}

/** Returns the last time step whose code can be accepted at this instant. */
export function latestTotpStep(now: Instant): number {
  return TOTP.counter({ timestamp: now }) + STEPS_AROUND
}

function aadOf(adminId: number): EncryptedPlace {
  return `admins:totp_secret:${adminId}`
}
