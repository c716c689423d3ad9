import { lte } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { deleteSome } from '../db/delete-some.ts'
import { spentChallenges } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'

/** A challenge that the browser has answered correctly. It can be spent once, until `expiresAt`. */
export type AnsweredChallenge = Readonly<{ challenge: string; expiresAt: Instant }>

/** Stores the challenge, so that it cannot be used again. @returns false when it was spent before */
export function trySpendChallenge(ctx: Ctx, { challenge, expiresAt }: AnsweredChallenge): boolean {
  return (
    ctx.db.insert(spentChallenges).values({ challenge, expiresAt }).onConflictDoNothing().run().changes > 0
  )
}

/** Deletes some spent challenges that have expired. @returns whether there may be more */
export function deleteExpiredChallenges(ctx: Ctx): boolean {
  return deleteSome(ctx, spentChallenges, lte(spentChallenges.expiresAt, ctx.now))
}
