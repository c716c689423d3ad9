import { and, asc, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences, holds, occupations, services } from '../db/schema.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'

type Interval = Readonly<{ startsAt: Instant; endsAt: Instant }>
type Covering = Interval & Readonly<{ id: number; resourceId: string | null }>
type Piece = Interval & Readonly<{ absenceId: number }>

const cover = prepared((db) => {
  const since = sql.placeholder('since')
  const resource = sql.placeholder('resource')
  const start = sql.placeholder('start')
  const recent = db.select({ id: absences.id }).from(absences).where(gt(absences.endsAt, since))
  const within = db
    .select({ id: holds.id })
    .from(holds)
    .innerJoin(occupations, eq(occupations.holdId, holds.id))
    .innerJoin(
      absences,
      and(
        gt(absences.endsAt, since),
        lt(occupations.startsAt, absences.endsAt),
        gt(occupations.endsAt, absences.startsAt),
        or(isNull(absences.resourceId), eq(absences.resourceId, occupations.resourceId)),
      ),
    )
  return {
    recent: db
      .select({
        id: absences.id,
        resourceId: absences.resourceId,
        startsAt: absences.startsAt,
        endsAt: absences.endsAt,
      })
      .from(absences)
      .where(gt(absences.endsAt, since))
      .orderBy(asc(absences.startsAt), asc(absences.id))
      .prepare(),
    resources: db.selectDistinct({ id: services.resourceId }).from(services).prepare(),
    uncover: db.delete(occupations).where(inArray(occupations.absenceId, recent)).prepare(),
    dropHolds: db.delete(holds).where(inArray(holds.id, within)).prepare(),
    // Rows never overlap, so of those that start before the stretch only the last one can reach into it.
    others: db
      .select({ startsAt: occupations.startsAt, endsAt: occupations.endsAt })
      .from(occupations)
      .where(
        and(
          eq(occupations.resourceId, resource),
          gte(
            occupations.startsAt,
            sql`coalesce((select max(starts_at) from occupations where resource_id = ${resource} and starts_at <= ${start}), ${start})`,
          ),
          lt(occupations.startsAt, sql.placeholder('stop')),
        ),
      )
      .orderBy(asc(occupations.startsAt))
      .prepare(),
    reserve: db
      .insert(occupations)
      .values({
        resourceId: resource,
        startsAt: sql.placeholder('startsAt'),
        endsAt: sql.placeholder('endsAt'),
        absenceId: sql.placeholder('absenceId'),
      })
      .prepare(),
  }
})

/**
 * Lets every absence that is not over occupy what is left of its time between the bookings that stand, so that slots know of it
 * by the same rule as of everything else. Holds within an absence are dropped, expired or not; the patient hears hold_expired.
 *
 * To be called, in the same transaction, whenever that may change: an absence comes or goes, a booking gives its time back, a
 * service comes, goes or changes its resource.
 */
export function layAbsenceBlocks(ctx: Ctx): void {
  // The padding of an appointment that is still to come reaches back a day at most (rules/service-schema.ts).
  const since = ctx.now - DAY_LENGTH
  const statements = cover(ctx.db)
  inTx(ctx, () => {
    const recent: Covering[] = statements.recent.all({ since })
    if (recent.length === 0) return
    statements.uncover.run({ since })
    statements.dropHolds.run({ since })
    for (const resource of resourcesOf(ctx, recent)) {
      const covering = recent.filter(({ resourceId }) => resourceId === null || resourceId === resource)
      if (covering.length === 0) continue
      const start = Math.min(...covering.map(({ startsAt }) => startsAt))
      const stop = Math.max(...covering.map(({ endsAt }) => endsAt))
      const others = statements.others.all({ resource, start, stop })
      for (const piece of leftBetween(others, covering)) statements.reserve.run({ resource, ...piece })
    }
  })
}

/** A resource that no service names offers nothing, so there is nothing to keep free either. */
function resourcesOf(ctx: Ctx, recent: readonly Covering[]): Set<string> {
  const named = cover(ctx.db)
    .resources.all()
    .map(({ id }) => id)
  return new Set([...named, ...recent.flatMap(({ resourceId }) => resourceId ?? [])])
}

/**
 * What the others leave of the absences, each stretch once and named after the first absence that covers it. Both come
 * ascending by their start; the others do not overlap.
 */
function leftBetween(others: readonly Interval[], covering: readonly Covering[]): Piece[] {
  const pieces: Piece[] = []
  let done = Number.NEGATIVE_INFINITY
  let next = 0
  for (const { id: absenceId, startsAt, endsAt } of covering) {
    done = Math.max(done, startsAt)
    while (done < endsAt) {
      while ((others[next]?.endsAt ?? Number.POSITIVE_INFINITY) <= done) next++
      const other = others[next]
      const stop = Math.min(endsAt, other?.startsAt ?? endsAt)
      if (stop > done) pieces.push({ absenceId, startsAt: done, endsAt: stop })
      done = other === undefined || other.startsAt >= endsAt ? endsAt : Math.max(done, other.endsAt)
    }
  }
  return pieces
}
