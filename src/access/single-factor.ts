import { count, isNull } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { admins } from '../db/schema.ts'

/** How many admins sign in with a password alone: no code of theirs was ever taken. */
export function countSingleFactorAdmins(ctx: Ctx): number {
  return ctx.db.select({ count: count() }).from(admins).where(isNull(admins.totpStep)).get()?.count ?? 0
}
