import { and, count, eq, gt, inArray, lte, min } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { attempts } from '../db/schema.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'

/** At most `most` attempts of one subject within `window` milliseconds. */
export type Limit = Readonly<{ most: number; window: number }>

/** No window is longer than this, so that older rows can go. */
const LONGEST_WINDOW = 24 * HOUR

export type Limits = ReadonlyArray<readonly [subject: string, limit: Limit]>

/**
 * Counts one attempt of each subject, or refuses before any is counted. Kept in the database, so that a
 * restart forgets nothing. RATE_LIMITS=off lets everything pass.
 * @throws Problem too_many with `retry_after` in seconds.
 */
export function countAttempt(ctx: Ctx, limits: Limits): void {
  if (!ctx.config.rateLimits) return
  assertWithinLimits(ctx, limits)
  for (const [subject] of limits) ctx.db.insert(attempts).values({ subject, at: ctx.now }).run()
}

/**
 * Refuses where no further attempt would be counted; for what counts only when it fails.
 * @throws Problem too_many with `retry_after` in seconds.
 */
export function assertWithinLimits(ctx: Ctx, limits: Limits): void {
  if (!ctx.config.rateLimits) return
  for (const [subject, { most, window }] of limits) {
    const recent = and(eq(attempts.subject, subject), gt(attempts.at, ctx.now - window))
    const found = ctx.db
      .select({ made: count(), first: min(attempts.at) })
      .from(attempts)
      .where(recent)
      .get()
    if (found && found.made >= most) {
      throw new Problem('too_many', {
        retry_after: Math.ceil(((found.first ?? ctx.now) + window - ctx.now) / 1000),
      })
    }
  }
}

/** Forgets the attempts of the subjects: somebody who may has let them in again. */
export function forgetAttempts(ctx: Ctx, subjects: readonly string[]): void {
  ctx.db
    .delete(attempts)
    .where(inArray(attempts.subject, [...subjects]))
    .run()
}

/** Deletes what no window reaches any more. */
export function sweepAttempts(ctx: Ctx): void {
  ctx.db
    .delete(attempts)
    .where(lte(attempts.at, ctx.now - LONGEST_WINDOW))
    .run()
}

/**
 * Counts reads in memory, where losing the count harms nobody: a fixed window of one second for each origin.
 * Returns the gate; `pass` is false when the origin has used up its second.
 */
export function openReadGate(mostPerSecond: number) {
  let second = 0
  let used = new Map<string, number>()
  return {
    pass(origin: string, now: Instant): boolean {
      const current = Math.floor(now / 1000)
      if (current !== second) {
        second = current
        used = new Map()
      }
      const made = (used.get(origin) ?? 0) + 1
      used.set(origin, made)
      return made <= mostPerSecond
    },
  }
}
