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

/**
 * The working times on a Vienna day, absences removed: for each resource of an active service a list of its
 * own, ascending. The resources are in the order in which the services first name them.
 */
type WorkingDay = Readonly<{ day: DayNumber; timesOfEach: readonly (readonly Interval[])[] }>

/** Vienna days; `to` is not included. */
type DaySpan = Readonly<{ from: DayNumber; to: DayNumber }>

/**
 * Returns the working times of the days.
 * @param resourceId limits them to this resource
 */
export function listWorkingDays(
  ctx: Ctx,
  { resourceId, ...span }: DaySpan & Readonly<{ resourceId?: string | undefined }>,
): WorkingDay[] {
  const absent = listAbsentTimes(ctx, span)
  const resources = listWorkingResources(ctx)
    .filter((id) => resourceId === undefined || id === resourceId)
    .map((id) => ({
      week: readWeek(ctx, id),
      absent: absent.filter((time) => time.resourceId === null || time.resourceId === id),
    }))
  const days: WorkingDay[] = []
  for (let day = span.from; day < span.to; day++) {
    const timesOfEach = resources.map(({ week, absent }) => subtractIntervals(blocksOn(day, week), absent))
    days.push({ day, timesOfEach })
  }
  return days
}

/** Returns for how many milliseconds a resource with active services works on the days, without absences. */
export function workingLength(ctx: Ctx, days: DaySpan & Readonly<{ resourceId: string }>): number {
  return totalLength(listWorkingDays(ctx, days).flatMap(({ timesOfEach }) => timesOfEach.flat()))
}

/**
 * Returns the times at which at least one resource works on a Vienna day, ascending.
 * @param resourceId limits them to this resource
 */
export function listOpenTimes(ctx: Ctx, day: DayNumber, resourceId?: string): Interval[] {
  const days = listWorkingDays(ctx, { from: day, to: day + 1, resourceId })
  return days.flatMap(({ timesOfEach }) => mergeIntervals(timesOfEach.flat()))
}

/** Returns the ids of the active resources of the active services. */
function listWorkingResources(ctx: Ctx): string[] {
  const ids = new Set(listActiveServices(ctx).flatMap(resourceIdsOf))
  // An unknown resource counts as active, because `choicesOf` also offers its times.
  return [...ids].filter((id) => findResource(ctx, id)?.active !== false)
}

/** Returns the times of the absences that touch the days. */
function listAbsentTimes({ db }: Ctx, { from, to }: DaySpan): ResourceInterval[] {
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
