import { and, count, eq, gt, inArray, lt, lte, min, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { deleteSome } from '../db/delete-some.ts'
import { prepared } from '../db/open.ts'
import { attempts } from '../db/schema.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'

/** Allows `most` attempts of one subject within `window` milliseconds. */
type Limit = Readonly<{ most: number; window: number }>

/** The limits of an attempt, one for each subject for which it counts. */
export type Limits = ReadonlyArray<readonly [subject: string, limit: Limit]>

/** Makes the Problem of a refused attempt. `retry_after` is in seconds. */
type MakeRefusal = (facts: { retry_after: number }) => Problem

/** Milliseconds of the longest window of any limit. Older attempts can be deleted. */
export const LONGEST_WINDOW = 24 * HOUR

/** The statements that every call needs. */
const statements = prepared((db) => {
  const subject = sql.placeholder('subject')
  const isAfterFrom = gt(attempts.at, sql.placeholder('from'))
  const isUnderPrefix = isBetween({ above: sql.placeholder('above'), below: sql.placeholder('below') })
  return {
    insert: db
      .insert(attempts)
      .values({ subject, at: sql.placeholder('at') })
      .prepare(),
    recent: db
      .select({ count: count(), firstAt: min(attempts.at) })
      .from(attempts)
      .where(and(eq(attempts.subject, subject), isAfterFrom))
      .prepare(),
    bySubject: db
      .select({ subject: attempts.subject, count: count() })
      .from(attempts)
      .where(and(isUnderPrefix, isAfterFrom, lte(attempts.at, sql.placeholder('to'))))
      .groupBy(attempts.subject)
      .prepare(),
  }
})

/**
 * Checks all limits, and then counts one attempt for each subject. The counts are in the database, so that
 * limits survive a restart. Does nothing with RATE_LIMITS=off.
 * @param refusal makes the refusal where the usual sentence says too little
 * @throws Problem too_many with `retry_after` in seconds
 */
export function countAttempt(ctx: Ctx, limits: Limits, refusal?: MakeRefusal): void {
  if (!ctx.config.rateLimits) return
  assertWithinLimits(ctx, limits, refusal)
  for (const [subject] of limits) statements(ctx.db).insert.run({ subject, at: ctx.now })
}

/**
 * Checks the limits without counting, for attempts that count only when they fail.
 * @throws Problem too_many with `retry_after` in seconds
 */
export function assertWithinLimits(
  ctx: Ctx,
  limits: Limits,
  refusal: MakeRefusal = (facts) => new Problem('too_many', facts),
): void {
  if (!ctx.config.rateLimits) return
  for (const [subject, { most, window }] of limits) {
    const { count: countMade, firstAt } = countRecentAttempts(ctx, subject, window)
    if (countMade < most) continue
    const allowedAt = (firstAt ?? ctx.now) + window
    throw refusal({ retry_after: Math.ceil((allowedAt - ctx.now) / 1000) })
  }
}

/**
 * Counts the attempts of the subject within `window` milliseconds. Returns the instant of the first of them
 * too, and null without any.
 */
export function countRecentAttempts(ctx: Ctx, subject: string, window: number) {
  return statements(ctx.db).recent.get({ subject, from: ctx.now - window }) ?? { count: 0, firstAt: null }
}

/**
 * Counts the attempts after `from`, up to and including `to`, for each subject that begins with `prefix` and
 * a space.
 * @returns the counts by the rest of the subject
 */
export function countAttemptsBySubject(
  ctx: Ctx,
  prefix: string,
  { from, to }: Readonly<{ from: Instant; to: Instant }>,
): Map<string, number> {
  const rows = statements(ctx.db).bySubject.all({ ...boundsOf(prefix), from, to })
  return new Map(rows.map((row) => [row.subject.slice(prefix.length + 1), row.count]))
}

/** Takes back one attempt that was counted for a subject at this instant, if there is one. */
export function takeBackAttempt(ctx: Ctx, subject: string, at: Instant): void {
  const oneAttempt = ctx.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.subject, subject), eq(attempts.at, at)))
    .limit(1)
  ctx.db.delete(attempts).where(inArray(attempts.id, oneAttempt)).run()
}

/** Deletes the attempts of a subject, and of every subject that starts with it and a space. */
export function deleteAttempts(ctx: Ctx, subject: string): void {
  ctx.db
    .delete(attempts)
    .where(or(eq(attempts.subject, subject), isBetween(boundsOf(subject))))
    .run()
}

/** Deletes some attempts older than every window. @returns whether there may be more */
export function deleteExpiredAttempts(ctx: Ctx): boolean {
  return deleteSome(ctx, attempts, lte(attempts.at, ctx.now - LONGEST_WINDOW))
}

/** Exclusive bounds of subjects, in the order of the index. */
type Bounds<T> = Readonly<{ above: T; below: T }>

/** Returns the condition that a subject lies between the bounds. */
function isBetween({ above, below }: Bounds<string | Placeholder>): SQL | undefined {
  return and(gt(attempts.subject, above), lt(attempts.subject, below))
}

/**
 * Returns the bounds of the subjects that begin with `prefix` and a space. No character lies between the
 * space and `!`.
 */
function boundsOf(prefix: string): Bounds<string> {
  return { above: `${prefix} `, below: `${prefix}!` }
}
