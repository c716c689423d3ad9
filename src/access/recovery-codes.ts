import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { recoveryCodes } from '../db/schema.ts'
import { fingerprint, randomGroups, readGroups } from './crypto.ts'

const CODES = 10

/** Ten new codes of 60 bits in the place of all earlier ones. They are shown this once and kept as fingerprints only. */
export function renewRecoveryCodes(ctx: Ctx, adminId: number): string[] {
  dropRecoveryCodes(ctx, adminId)
  const codes = Array.from({ length: CODES }, () => randomGroups(3, 4))
  for (const code of codes) {
    ctx.db
      .insert(recoveryCodes)
      .values({ adminId, code: codeFingerprint(ctx, adminId, code) })
      .run()
  }
  return codes
}

/** Uses a code up. False when it is none of this admin's, or was used before. */
export function spendRecoveryCode(ctx: Ctx, adminId: number, typed: string): boolean {
  const spent = ctx.db
    .delete(recoveryCodes)
    .where(
      and(eq(recoveryCodes.adminId, adminId), eq(recoveryCodes.code, codeFingerprint(ctx, adminId, typed))),
    )
    .run()
  return spent.changes > 0
}

export function dropRecoveryCodes(ctx: Ctx, adminId: number): void {
  ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run()
}

function codeFingerprint(ctx: Ctx, adminId: number, typed: string): string {
  return fingerprint(ctx, 'recovery-code', String(adminId), readGroups(typed))
}
