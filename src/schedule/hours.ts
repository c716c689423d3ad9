import { asc } from 'drizzle-orm'
import { changesBetween, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cachedQuery } from '../db/query-cache.ts'
import { workingHours } from '../db/schema.ts'
import { type Interval, type WallMinutes, wallMinutes, wallTime, weekdayOf } from '../shared/day.ts'
import { hoursByDay, type WorkingHours } from '../shared/hours.ts'
import { dayNumberAt, instantAtOrAfter } from '../time/vienna.ts'
import { findResource } from './resources.ts'

/**
 * Working blocks by weekday (0 Sunday … 6 Saturday), ascending, in minutes since Vienna midnight. A day
 * without blocks is closed.
 */
export type WorkingWeek = ReadonlyArray<ReadonlyArray<readonly [start: WallMinutes, end: WallMinutes]>>

const selectBlocks = prepared((db) =>
  db
    .select({ weekday: workingHours.weekday, start: workingHours.startMin, end: workingHours.endMin })
    .from(workingHours)
    .orderBy(asc(workingHours.weekday), asc(workingHours.startMin))
    .prepare(),
)

const practiceWeek = cachedQuery((db: Db): WorkingWeek => {
  const week: [number, number][][] = [[], [], [], [], [], [], []]
  for (const { weekday, start, end } of selectBlocks(db).all()) week[weekday]?.push([start, end])
  return week
})

/** Returns the working hours of a resource; without one, those of the practice. */
export function readWeek(ctx: Ctx, resourceId = ''): WorkingWeek {
  return findResource(ctx, resourceId)?.week ?? practiceWeek(ctx.db)
}

/** Returns whether a time lies within one block of the resource's working hours; absences do not count. */
export function isWithinHours(ctx: Ctx, resourceId: string, { startsAt, endsAt }: Interval): boolean {
  const day = dayNumberAt(startsAt)
  const blocks = readWeek(ctx, resourceId)[weekdayOf(day)] ?? []
  return blocks.some(
    ([opens, closes]) => instantAtOrAfter(day, opens) <= startsAt && endsAt <= instantAtOrAfter(day, closes),
  )
}

/** Returns the working hours by their wire names: `0` to `6` for the days, and times such as `08:00`. */
export function hoursFromWeek(week: WorkingWeek): WorkingHours {
  const days = week.map((blocks) =>
    blocks.length === 0
      ? null
      : blocks.map(([start, end]) => ({ start: wallTime(start), end: wallTime(end) })),
  )
  return Object.fromEntries(days.entries()) as WorkingHours
}

/** Converts working hours that their schema has accepted, the inverse of `hoursFromWeek`. */
export function weekFromHours(hours: WorkingHours): WorkingWeek {
  // The schema has refused every text that is not a time.
  const minutes = (time: string) => wallMinutes(time) ?? 0
  return ([0, 1, 2, 3, 4, 5, 6] as const).map((weekday) =>
    (hours[weekday] ?? []).map(({ start, end }) => [minutes(start), minutes(end)] as const),
  )
}

/** Replaces all working hours of the practice, and records the changed days in the audit. */
export function saveWeek(ctx: Ctx, week: WorkingWeek): void {
  inTx(ctx, () => {
    const weekBefore = readWeek(ctx)
    writeWeekUnaudited(ctx, week)
    const changes = changesBetween(hoursByDay(weekBefore), hoursByDay(readWeek(ctx)))
    if (changes.length > 0) recordAudit(ctx, 'settings-saved', 'working-hours', changes)
  })
}

/** Replaces all working hours of the practice without an audit row. */
export function writeWeekUnaudited(ctx: Ctx, week: WorkingWeek): void {
  ctx.db.delete(workingHours).run()
  for (const [weekday, day] of week.entries()) {
    for (const [startMin, endMin] of day)
      ctx.db.insert(workingHours).values({ weekday, startMin, endMin }).run()
  }
}
