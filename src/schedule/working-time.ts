import { and, gt, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import { type Interval, weekdayOf } from '../shared/day.ts'
import { boundaryOf, startOfDay } from '../time/vienna.ts'
import { readWeek, type Week } from './hours.ts'
import { hasLength, merged, without } from './intervals.ts'
import { findResource, resourceIdsOf } from './resources.ts'
import { listActiveServices } from './services.ts'

/** The working time of each resource on a Vienna day (since 1970) without absences, ascending. */
type WorkingDay = Readonly<{ day: number; resources: readonly (readonly Interval[])[] }>

/**
 * Returns the working time of the Vienna days (since 1970) from `from` to `to`; `to` is not included.
 * @param resourceId limits it to this resource
 */
export function readWorkingTime(ctx: Ctx, from: number, to: number, resourceId?: string): WorkingDay[] {
  const resources = listWorking(ctx)
    .filter((id) => resourceId === undefined || id === resourceId)
    .map((id) => ({ id, week: readWeek(ctx, id) }))
  const away = ctx.db
    .select({ resourceId: absences.resourceId, startsAt: absences.startsAt, endsAt: absences.endsAt })
    .from(absences)
    .where(and(gt(absences.endsAt, startOfDay(from)), lt(absences.startsAt, startOfDay(to))))
    .all()
  return Array.from({ length: to - from }, (_, i) => {
    const day = from + i
    return {
      day,
      resources: resources.map(({ id, week }) =>
        without(
          blocksOn(day, week),
          away.filter((absence) => absence.resourceId === null || absence.resourceId === id),
        ),
      ),
    }
  })
}

/**
 * Returns the milliseconds that a resource with active services works, absences left out, on the Vienna days
 * (since 1970) from `from` to `to`; `to` is not included.
 */
export function workingTimeOf(ctx: Ctx, resourceId: string, from: number, to: number): number {
  return readWorkingTime(ctx, from, to, resourceId)
    .flatMap(({ resources }) => resources.flat())
    .reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)
}

function blocksOn(day: number, week: Week): Interval[] {
  return (week[weekdayOf(day)] ?? [])
    .map(([opens, closes]) => ({ startsAt: boundaryOf(day, opens), endsAt: boundaryOf(day, closes) }))
    .filter(hasLength)
}

/** Returns the ids of the active resources of the active services. */
function listWorking(ctx: Ctx): string[] {
  const working = new Set(listActiveServices(ctx).flatMap(resourceIdsOf))
  return [...working].filter((id) => findResource(ctx, id)?.active !== false)
}

/**
 * Returns the times at which at least one resource works on a Vienna day (since 1970), ascending.
 * @param resourceId limits them to this resource
 */
export function openTimeOn(ctx: Ctx, day: number, resourceId?: string): Interval[] {
  return readWorkingTime(ctx, day, day + 1, resourceId).flatMap(({ resources }) => merged(resources.flat()))
}
