import { asc, eq, gt, lte, min, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { freedTimes } from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import type { Instant, Interval } from '../shared/day.ts'
import { reserveAbsences } from './absence-occupations.ts'

/** Time of a resource, or of all. */
type Freed = Interval & Readonly<{ resourceId: string | null }>

export type FreedTime = typeof freedTimes.$inferSelect

/**
 * Must be called when time of bookings or offers has become free, in the same transaction: absences that cover it occupy it, and the
 * waiting list gets what is left.
 */
export function refillAndOffer(ctx: Ctx, freed: readonly Freed[]): void {
  for (const interval of freed) reserveAbsences(ctx, interval)
  recordFreedTime(ctx, freed)
}

/** Records time for the waiting list (docs/behaviour.md 18.5). Whether it is free is looked up when it is offered. */
export function recordFreedTime(ctx: Ctx, freed: readonly Freed[]): void {
  const { db, now } = ctx
  for (const { resourceId, startsAt, endsAt } of freed)
    if (endsAt > now) db.insert(freedTimes).values({ resourceId, startsAt, endsAt, freedAt: now }).run()
  wake(ctx, 'offers')
}

/** What became free until then, the longest free first. A later time comes from a clock that was ahead. */
export function listFreedTimes({ db, now }: Ctx, until: Instant): FreedTime[] {
  return db
    .select()
    .from(freedTimes)
    .where(or(lte(freedTimes.freedAt, until), gt(freedTimes.freedAt, now)))
    .orderBy(asc(freedTimes.id))
    .all()
}

/** Nobody waits for this time any more. */
export function dropFreedTime({ db }: Ctx, { id }: FreedTime): void {
  db.delete(freedTimes).where(eq(freedTimes.id, id)).run()
}

export function dropFreedTimes({ db }: Ctx): void {
  db.delete(freedTimes).run()
}

/** When the first of those became free that became free after `since`. */
export function firstFreedAfter({ db }: Ctx, since: Instant): Instant | undefined {
  const first = db
    .select({ at: min(freedTimes.freedAt) })
    .from(freedTimes)
    .where(gt(freedTimes.freedAt, since))
    .get()
  return first?.at ?? undefined
}
