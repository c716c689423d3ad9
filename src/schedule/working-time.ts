import { and, gt, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import { type Instant, weekdayOf } from '../shared/day.ts'
import { boundaryOf, startOfDay } from '../time/vienna.ts'
import { readWeek } from './hours.ts'
import { listActiveServices } from './services.ts'

export type Stretch = Readonly<{ start: Instant; end: Instant }>

/** When each resource works on a Vienna day (counted since 1970): the working hours without the absences, ascending. */
export type WorkingDay = Readonly<{ day: number; resources: readonly (readonly Stretch[])[] }>

/** The working time of these Vienna days, the last not included. */
export function readWorkingTime(ctx: Ctx, from: number, to: number): WorkingDay[] {
  const week = readWeek(ctx)
  const resources = new Set(listActiveServices(ctx).map(({ resourceId }) => resourceId))
  const away = ctx.db
    .select({ resourceId: absences.resourceId, start: absences.startsAt, end: absences.endsAt })
    .from(absences)
    .where(and(gt(absences.endsAt, startOfDay(from)), lt(absences.startsAt, startOfDay(to))))
    .all()
  return Array.from({ length: to - from }, (_, i) => {
    const day = from + i
    const blocks = (week[weekdayOf(day)] ?? [])
      .map(([opens, closes]) => ({ start: boundaryOf(day, opens), end: boundaryOf(day, closes) }))
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

/** When anybody works at all on this Vienna day, ascending. */
export function openTimeOn(ctx: Ctx, day: number): Stretch[] {
  return readWorkingTime(ctx, day, day + 1).flatMap(({ resources }) => merged(resources.flat()))
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const apart: Stretch[] = []
  for (const next of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1)
    if (last === undefined || next.start > last.end) apart.push(next)
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, next.end) }
  }
  return apart
}

function without(stretches: readonly Stretch[], gaps: readonly Stretch[]): Stretch[] {
  return gaps.reduce<Stretch[]>(
    (left, gap) =>
      left.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, gap.start) },
          { start: Math.max(start, gap.end), end },
        ].filter(hasLength),
      ),
    [...stretches],
  )
}

function hasLength({ start, end }: Stretch): boolean {
  return start < end
}
