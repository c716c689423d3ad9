import { asc } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { workingHours } from '../db/schema.ts'
import type { WallMinutes } from '../rules/day.ts'

/** Working blocks by weekday (0 Sunday … 6 Saturday), ascending, in minutes since Vienna midnight. Empty: closed. */
export type Week = ReadonlyArray<ReadonlyArray<readonly [start: WallMinutes, end: WallMinutes]>>

const blocks = prepared((db) =>
  db
    .select({ weekday: workingHours.weekday, start: workingHours.startMin, end: workingHours.endMin })
    .from(workingHours)
    .orderBy(asc(workingHours.weekday), asc(workingHours.startMin))
    .prepare(),
)

export function readWeek(ctx: Ctx): Week {
  const week: [number, number][][] = [[], [], [], [], [], [], []]
  for (const { weekday, start, end } of blocks(ctx.db).all()) week[weekday]?.push([start, end])
  return week
}

/** Replaces all working hours. */
export function saveWeek(ctx: Ctx, week: Week): void {
  ctx.db.delete(workingHours).run()
  for (const [weekday, day] of week.entries()) {
    for (const [startMin, endMin] of day)
      ctx.db.insert(workingHours).values({ weekday, startMin, endMin }).run()
  }
}
