import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { recoveryCodes } from '../db/schema.ts'
import { contextsOfValidSecrets, fingerprint } from './crypto.ts'
import { normaliseCopy, randomCopyableText } from './random.ts'

/** This module makes and checks one-time codes for admins who have lost their second factor. */

/** The number of codes that an admin gets at once. */
const CODES_PER_ADMIN = 10

/** Replaces all recovery codes with new ones of 60 bits, and stores their fingerprints. */
export function renewRecoveryCodes(ctx: Ctx, adminId: number): string[] {
  dropRecoveryCodes(ctx, adminId)
  const codes = Array.from({ length: CODES_PER_ADMIN }, () =>
    randomCopyableText({ groups: 3, groupLength: 4 }),
  )
  const rows = codes.map((code) => ({ adminId, code: recoveryFingerprint(ctx, adminId, code) }))
  ctx.db.insert(recoveryCodes).values(rows).run()
  return codes
}

/** Uses up a recovery code. @returns false when the admin has no such code */
export function trySpendRecoveryCode(ctx: Ctx, adminId: number, typed: string): boolean {
  const fingerprints = contextsOfValidSecrets(ctx).map((secretCtx) =>
    recoveryFingerprint(secretCtx, adminId, typed),
  )
  const isOwnCode = and(eq(recoveryCodes.adminId, adminId), inArray(recoveryCodes.code, fingerprints))
  return ctx.db.delete(recoveryCodes).where(isOwnCode).run().changes > 0
}

/** Deletes all recovery codes of the admin. */
export function dropRecoveryCodes(ctx: Ctx, adminId: number): void {
  ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run()
}

function recoveryFingerprint(ctx: Ctx, adminId: number, typed: string): string {
  return fingerprint(ctx, 'recovery-code', String(adminId), normaliseCopy(typed))
}
