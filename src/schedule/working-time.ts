import { and, gt, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import { type DayNumber, type Interval, weekdayOf } from '../shared/day.ts'
import { instantAtOrAfter, startOfDay } from '../time/vienna.ts'
import type { ResourceInterval } from './freed-times.ts'
import { readWeek, type WorkingWeek } from './hours.ts'
import { hasLength, mergeIntervals, subtractIntervals, totalLength } from './intervals.ts'
import { findResource, resourceIdsOf } from './resources.ts'
import { listActiveServices } from './services.ts'

/** The working times of each resource on a Vienna day, ascending, absences removed. */
type WorkingDay = Readonly<{ day: DayNumber; timesByResource: readonly (readonly Interval[])[] }>

/**
 * Returns the working time of the Vienna days from `from` to `to`; `to` is not included.
 * @param resourceId limits it to this resource
 */
export function readWorkingTime(ctx: Ctx, from: DayNumber, to: DayNumber, resourceId?: string): WorkingDay[] {
  const timesAway = listTimesAway(ctx, from, to)
  const resources = listWorkingResources(ctx)
    .filter((id) => resourceId === undefined || id === resourceId)
    .map((id) => ({
      week: readWeek(ctx, id),
      away: timesAway.filter((absence) => absence.resourceId === null || absence.resourceId === id),
    }))
  const days: WorkingDay[] = []
  for (let day = from; day < to; day++) {
    const timesByResource = resources.map((resource) =>
      subtractIntervals(blocksOn(day, resource.week), resource.away),
    )
    days.push({ day, timesByResource })
  }
  return days
}

/**
 * Returns the milliseconds that a resource with active services works, without absences, on the Vienna days
 * from `from` to `to`; `to` is not included.
 */
export function workingTimeOf(ctx: Ctx, resourceId: string, from: DayNumber, to: DayNumber): number {
  const days = readWorkingTime(ctx, from, to, resourceId)
  return totalLength(days.flatMap(({ timesByResource }) => timesByResource.flat()))
}

/**
 * Returns the times at which at least one resource works on a Vienna day, ascending.
 * @param resourceId limits them to this resource
 */
export function openTimeOn(ctx: Ctx, day: DayNumber, resourceId?: string): Interval[] {
  const days = readWorkingTime(ctx, day, day + 1, resourceId)
  return days.flatMap(({ timesByResource }) => mergeIntervals(timesByResource.flat()))
}

/** Returns the ids of the active resources of the active services. */
function listWorkingResources(ctx: Ctx): string[] {
  const ids = new Set(listActiveServices(ctx).flatMap(resourceIdsOf))
  return [...ids].filter((id) => findResource(ctx, id)?.active !== false)
}

/** Returns the times of the absences that touch the days from `from` to before `to`. */
function listTimesAway({ db }: Ctx, from: DayNumber, to: DayNumber): ResourceInterval[] {
  return db
    .select({ resourceId: absences.resourceId, startsAt: absences.startsAt, endsAt: absences.endsAt })
    .from(absences)
    .where(and(gt(absences.endsAt, startOfDay(from)), lt(absences.startsAt, startOfDay(to))))
    .all()
}

/** Returns the working hours of a day, without a block whose time the clocks skip. */
function blocksOn(day: DayNumber, week: WorkingWeek): Interval[] {
  return (week[weekdayOf(day)] ?? [])
    .map(([opens, closes]) => ({
      startsAt: instantAtOrAfter(day, opens),
      endsAt: instantAtOrAfter(day, closes),
    }))
    .filter(hasLength)
}
