import { and, gt, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import { type Interval, weekdayOf } from '../shared/day.ts'
import { boundaryOf, startOfDay } from '../time/vienna.ts'
import { readWeek } from './hours.ts'
import { listActiveServices } from './services.ts'

/** The working time of each resource on a Vienna day (since 1970), absences taken out, ascending. */
type WorkingDay = Readonly<{ day: number; resources: readonly (readonly Interval[])[] }>

/** The working time of these Vienna days; `to` is not included. */
export function readWorkingTime(ctx: Ctx, from: number, to: number): WorkingDay[] {
  const week = readWeek(ctx)
  const resources = new Set(listActiveServices(ctx).map(({ resourceId }) => resourceId))
  const away = ctx.db
    .select({ resourceId: absences.resourceId, startsAt: absences.startsAt, endsAt: absences.endsAt })
    .from(absences)
    .where(and(gt(absences.endsAt, startOfDay(from)), lt(absences.startsAt, startOfDay(to))))
    .all()
  return Array.from({ length: to - from }, (_, i) => {
    const day = from + i
    const blocks = (week[weekdayOf(day)] ?? [])
      .map(([opens, closes]) => ({ startsAt: boundaryOf(day, opens), endsAt: boundaryOf(day, closes) }))
      .filter(hasLength)
    return {
      day,
      resources: [...resources].map((resource) =>
        without(
          blocks,
          away.filter(({ resourceId }) => resourceId === null || resourceId === resource),
        ),
      ),
    }
  })
}

/** The times at which at least one resource works on this Vienna day, ascending. */
export function openTimeOn(ctx: Ctx, day: number): Interval[] {
  return readWorkingTime(ctx, day, day + 1).flatMap(({ resources }) => merged(resources.flat()))
}

function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = result.at(-1)
    if (last === undefined || next.startsAt > last.endsAt) result.push(next)
    else result[result.length - 1] = { startsAt: last.startsAt, endsAt: Math.max(last.endsAt, next.endsAt) }
  }
  return result
}

function without(intervals: readonly Interval[], gaps: readonly Interval[]): Interval[] {
  return gaps.reduce<Interval[]>(
    (left, gap) =>
      left.flatMap(({ startsAt, endsAt }) =>
        [
          { startsAt, endsAt: Math.min(endsAt, gap.startsAt) },
          { startsAt: Math.max(startsAt, gap.endsAt), endsAt },
        ].filter(hasLength),
      ),
    [...intervals],
  )
}

function hasLength({ startsAt, endsAt }: Interval): boolean {
  return startsAt < endsAt
}
