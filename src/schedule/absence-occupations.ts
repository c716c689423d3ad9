import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences, occupations } from '../db/schema.ts'
import { DAY_LENGTH, type Interval } from '../shared/day.ts'
import { IN_SPAN, listResourceIds } from './occupations.ts'

/** An absence; without a resource it covers the time of all. */
type CoveringAbsence = Interval & Readonly<{ id: number; resourceId: string | null }>

/** A part of an absence that nothing else occupies. */
type FreeGap = Interval & Readonly<{ absenceId: number }>

/**
 * Statements about the absences that overlap the time from `since` to `until`: `selectOverlapping` selects
 * them, `uncover` deletes their occupations, and `freeHolds` deletes the occupations of holds that they
 * overlap. `selectOthers` selects what occupies a resource, and `reserve` stores what absences occupy.
 */
const statements = prepared((db) => {
  const since = sql.placeholder('since')
  const isOverlapping = and(gt(absences.endsAt, since), lt(absences.startsAt, sql.placeholder('until')))
  const overlappingIds = db.select({ id: absences.id }).from(absences).where(isOverlapping)
  const ofHoldsWithin = db
    .select({ id: occupations.id })
    .from(occupations)
    .innerJoin(
      absences,
      and(
        isOverlapping,
        lt(occupations.startsAt, absences.endsAt),
        gt(occupations.endsAt, absences.startsAt),
        or(isNull(absences.resourceId), eq(absences.resourceId, occupations.resourceId)),
      ),
    )
    .where(isNotNull(occupations.holdId))
  return {
    selectOverlapping: db
      .select({
        id: absences.id,
        resourceId: absences.resourceId,
        startsAt: absences.startsAt,
        endsAt: absences.endsAt,
      })
      .from(absences)
      .where(isOverlapping)
      .orderBy(asc(absences.startsAt), asc(absences.id))
      .prepare(),
    uncover: db.delete(occupations).where(inArray(occupations.absenceId, overlappingIds)).prepare(),
    freeHolds: db.delete(occupations).where(inArray(occupations.id, ofHoldsWithin)).prepare(),
    selectOthers: db
      .select({ startsAt: occupations.startsAt, endsAt: occupations.endsAt })
      .from(occupations)
      .where(IN_SPAN)
      .orderBy(asc(occupations.startsAt))
      .prepare(),
    // One statement for many gaps, because a calendar elsewhere may have thousands of times.
    reserve: db.$client.prepare(`
      insert into occupations (resource_id, starts_at, ends_at, absence_id)
      select @resource, value ->> 'startsAt', value ->> 'endsAt', value ->> 'absenceId' from json_each(@gaps)`),
  }
})

/**
 * Returns the time from yesterday on. A padding lasts a day at most (shared/service/service-schema.ts), so an
 * absence that ended earlier touches no coming appointment.
 */
const timeNotOver = ({ now }: Ctx): Interval => ({
  startsAt: now - DAY_LENGTH,
  endsAt: Number.MAX_SAFE_INTEGER,
})

/**
 * Occupies the time of all absences that are not past, except where bookings have it. The search for free
 * times then needs no rule for absences. Holds within an absence lose their time and end (docs/behaviour.md
 * 11.4 and 11.5).
 *
 * Must be called in the same transaction when an absence is saved or deleted, when a booking frees its time,
 * and when a resource is added or deleted.
 * @param within limits the work to absences that overlap this interval
 */
export function reserveAbsences(ctx: Ctx, within: Interval = timeNotOver(ctx)): void {
  const span = { since: within.startsAt, until: within.endsAt }
  const { selectOverlapping, uncover, freeHolds, selectOthers, reserve } = statements(ctx.db)
  inTx(ctx, () => {
    const overlapping: CoveringAbsence[] = selectOverlapping.all(span)
    if (overlapping.length === 0) return
    uncover.run(span)
    freeHolds.run(span)
    for (const resource of resourceIdsWith(ctx, overlapping)) {
      const covering = overlapping.filter(({ resourceId }) => resourceId === null || resourceId === resource)
      if (covering.length === 0) continue
      const start = Math.min(...covering.map(({ startsAt }) => startsAt))
      const stop = Math.max(...covering.map(({ endsAt }) => endsAt))
      const otherOccupations = selectOthers.all({ resource, start, stop })
      reserve.run({ resource, gaps: JSON.stringify(gapsBetween(otherOccupations, covering)) })
    }
  })
}

/**
 * Frees the time that absences occupy around the interval, so that a booking can have it back. Call
 * `reserveAbsences` afterwards.
 */
export function uncoverAbsences(ctx: Ctx, { startsAt, endsAt }: Interval): void {
  statements(ctx.db).uncover.run({ since: startsAt, until: endsAt })
}

/** Returns the ids of all resources, including those that only one of these absences names. */
function resourceIdsWith(ctx: Ctx, overlapping: readonly CoveringAbsence[]): Set<string> {
  const named = overlapping.flatMap(({ resourceId }) => resourceId ?? [])
  return new Set([...listResourceIds(ctx), ...named])
}

/**
 * Returns the parts of the absences that the other occupations leave free. A part that several absences cover
 * belongs to the first of them. Both lists ascend by start, and the other occupations do not overlap.
 */
function gapsBetween(otherOccupations: readonly Interval[], covering: readonly CoveringAbsence[]): FreeGap[] {
  const gaps: FreeGap[] = []
  // All time before this instant is settled: occupied, or in a gap already.
  let doneUntil = Number.NEGATIVE_INFINITY
  // The index of the first other occupation that may still be in the way.
  let nextOther = 0
  for (const { id: absenceId, startsAt, endsAt } of covering) {
    doneUntil = Math.max(doneUntil, startsAt)
    while (doneUntil < endsAt) {
      const occupation = otherOccupations[nextOther]
      if (occupation === undefined || occupation.startsAt >= endsAt) {
        // Nothing else occupies the rest of this absence.
        gaps.push({ absenceId, startsAt: doneUntil, endsAt })
        doneUntil = endsAt
      } else {
        if (occupation.startsAt > doneUntil)
          gaps.push({ absenceId, startsAt: doneUntil, endsAt: occupation.startsAt })
        doneUntil = Math.max(doneUntil, occupation.endsAt)
        nextOther++
      }
    }
  }
  return gaps
}
