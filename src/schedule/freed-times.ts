import { and, asc, eq, gt, lte, min, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { freedTimes } from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import type { Instant, Interval } from '../shared/day.ts'
import { reserveAbsences } from './absence-occupations.ts'

/** An interval of one resource, or of all when `resourceId` is null. */
export type ResourceInterval = Interval & Readonly<{ resourceId: string | null }>

/** A stored record of a time that became free. */
export type FreedTime = typeof freedTimes.$inferSelect

/**
 * Gives freed time to the absences that cover it, and the remainder to the waiting list. Must be called when
 * a booking or a move frees time, in the same transaction. When an offer ends, nothing is recorded: the freed
 * time from which the offer was made still has its record, and all other time was free before.
 */
export function refillAndOffer(ctx: Ctx, freed: readonly ResourceInterval[]): void {
  for (const interval of freed) reserveAbsences(ctx, interval)
  recordFreedTime(ctx, freed)
}

/** One statement for many times, because a calendar elsewhere may free thousands at once. */
const insertFreed = prepared(({ $client }) =>
  $client.prepare(`
    insert into freed_times (resource_id, starts_at, ends_at, freed_at)
    select value ->> 'resourceId', value ->> 'startsAt', value ->> 'endsAt', @now
    from json_each(@freed) where value ->> 'endsAt' > @now`),
)

/**
 * Records time for the waiting list (docs/behaviour.md 18.5). Whether it is free is looked up when it is
 * offered.
 */
export function recordFreedTime(ctx: Ctx, freed: readonly ResourceInterval[]): void {
  insertFreed(ctx.db).run({ freed: JSON.stringify(freed), now: ctx.now })
  wake(ctx, 'offers')
}

/**
 * Returns the next times after the record with the id `after` that were freed up to the instant `until`, in
 * the order in which they were freed. Records with a time in the future, from a wrong clock, are included.
 */
export function listFreedTimes(
  { db, now }: Ctx,
  { until, after, most }: Readonly<{ until: Instant; after: number; most: number }>,
): FreedTime[] {
  return db
    .select()
    .from(freedTimes)
    .where(and(gt(freedTimes.id, after), or(lte(freedTimes.freedAt, until), gt(freedTimes.freedAt, now))))
    .orderBy(asc(freedTimes.id))
    .limit(most)
    .all()
}

/** Deletes the record when no entry of the waiting list wants its time any more. */
export function dropFreedTime({ db }: Ctx, { id }: FreedTime): void {
  db.delete(freedTimes).where(eq(freedTimes.id, id)).run()
}

/** Deletes all records. They are useless once the waiting list is off. */
export function dropAllFreedTimes({ db }: Ctx): void {
  db.delete(freedTimes).run()
}

/** Returns the first instant after `since` at which a time became free. */
export function firstFreedAfter({ db }: Ctx, since: Instant): Instant | undefined {
  const first = db
    .select({ at: min(freedTimes.freedAt) })
    .from(freedTimes)
    .where(gt(freedTimes.freedAt, since))
    .get()
  return first?.at ?? undefined
}
