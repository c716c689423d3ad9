import { and, asc, gt, lt } from 'drizzle-orm'
import { changesBetween, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cached } from '../db/query-cache.ts'
import { absences, workingHours } from '../db/schema.ts'
import { type Interval, type WallMinutes, wallMinutes, wallTime, weekdayOf } from '../shared/day.ts'
import { hoursByDay, type WorkingHours } from '../shared/hours.ts'
import { boundaryOf, dayNumberAt, startOfDay } from '../time/vienna.ts'
import { findResource, resourceIdsOf } from './resources.ts'
import { listActiveServices } from './services.ts'

/**
 * Working blocks by weekday (0 Sunday … 6 Saturday), ascending, in minutes since Vienna midnight. A day
 * without blocks is closed.
 */
export type Week = ReadonlyArray<ReadonlyArray<readonly [start: WallMinutes, end: WallMinutes]>>

const selectBlocks = prepared((db) =>
  db
    .select({ weekday: workingHours.weekday, start: workingHours.startMin, end: workingHours.endMin })
    .from(workingHours)
    .orderBy(asc(workingHours.weekday), asc(workingHours.startMin))
    .prepare(),
)

const weekOf = cached((db: Db): Week => {
  const week: [number, number][][] = [[], [], [], [], [], [], []]
  for (const { weekday, start, end } of selectBlocks(db).all()) week[weekday]?.push([start, end])
  return week
})

/** Returns the working hours of a resource; without one, those of the practice. */
export function readWeek(ctx: Ctx, resourceId?: string): Week {
  const own = resourceId === undefined ? undefined : findResource(ctx, resourceId)?.week
  return own ?? weekOf(ctx.db)
}

/** Returns whether a time lies within one block of the resource's working hours; absences do not count. */
export function isWithinHours(ctx: Ctx, resourceId: string, { startsAt, endsAt }: Interval): boolean {
  const day = dayNumberAt(startsAt)
  const blocks = readWeek(ctx, resourceId)[weekdayOf(day)] ?? []
  return blocks.some(
    ([opens, closes]) => boundaryOf(day, opens) <= startsAt && endsAt <= boundaryOf(day, closes),
  )
}

/** Returns the working hours by their wire names. */
export function hoursFromWeek(week: Week): WorkingHours {
  const days = week.map((blocks) =>
    blocks.length === 0
      ? null
      : blocks.map(([start, end]) => ({ start: wallTime(start), end: wallTime(end) })),
  )
  return Object.fromEntries(days.entries()) as WorkingHours
}

/** Converts working hours that their schema has accepted, the inverse of `hoursFromWeek`. */
export function weekFromHours(hours: WorkingHours): Week {
  const minutes = (time: string) => wallMinutes(time) ?? 0
  return ([0, 1, 2, 3, 4, 5, 6] as const).map((weekday) =>
    (hours[weekday] ?? []).map(({ start, end }) => [minutes(start), minutes(end)] as const),
  )
}

/** Replaces all working hours, and records the changed days in the audit. */
export function saveWeek(ctx: Ctx, week: Week): void {
  inTx(ctx, () => {
    const before = readWeek(ctx)
    writeWeek(ctx, week)
    const after = readWeek(ctx)
    const changes = changesBetween(hoursByDay(before), hoursByDay(after))
    if (changes.length > 0) recordAudit(ctx, 'settings-saved', 'working-hours', changes)
  })
}

/** Replaces all working hours without an audit row. */
export function writeWeek(ctx: Ctx, week: Week): void {
  ctx.db.delete(workingHours).run()
  for (const [weekday, day] of week.entries()) {
    for (const [startMin, endMin] of day)
      ctx.db.insert(workingHours).values({ weekday, startMin, endMin }).run()
  }
}

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

/** Joins intervals that overlap or touch, ascending. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = result.at(-1)
    if (last === undefined || next.startsAt > last.endsAt) result.push(next)
    else result[result.length - 1] = { startsAt: last.startsAt, endsAt: Math.max(last.endsAt, next.endsAt) }
  }
  return result
}

/** Returns the parts of the intervals that lie outside all gaps. */
export function without(intervals: readonly Interval[], gaps: readonly Interval[]): Interval[] {
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
