import { asc } from 'drizzle-orm'
import { changesBetween, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cached } from '../db/query-cache.ts'
import { workingHours } from '../db/schema.ts'
import { type WallMinutes, wallTime } from '../shared/day.ts'
import { WEEKDAYS } from '../shared/hours.ts'

/** Working blocks by weekday (0 Sunday … 6 Saturday), ascending, in minutes since Vienna midnight. Empty: closed. */
export type Week = ReadonlyArray<ReadonlyArray<readonly [start: WallMinutes, end: WallMinutes]>>

const blocks = prepared((db) =>
  db
    .select({ weekday: workingHours.weekday, start: workingHours.startMin, end: workingHours.endMin })
    .from(workingHours)
    .orderBy(asc(workingHours.weekday), asc(workingHours.startMin))
    .prepare(),
)

const weekOf = cached((db: Db): Week => {
  const week: [number, number][][] = [[], [], [], [], [], [], []]
  for (const { weekday, start, end } of blocks(db).all()) week[weekday]?.push([start, end])
  return week
})

export function readWeek(ctx: Ctx): Week {
  return weekOf(ctx.db)
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

/** `{ Montag: '08:00–12:00, 13:30–17:30' }`, '' for a closed day. */
function hoursByDay(week: Week): Record<string, string> {
  return Object.fromEntries(
    WEEKDAYS.map(({ weekday, name }) => [
      name,
      (week[weekday] ?? []).map(([start, end]) => `${wallTime(start)}–${wallTime(end)}`).join(', '),
    ]),
  )
}

/** Replaces all working hours without an audit entry. */
export function writeWeek(ctx: Ctx, week: Week): void {
  ctx.db.delete(workingHours).run()
  for (const [weekday, day] of week.entries()) {
    for (const [startMin, endMin] of day)
      ctx.db.insert(workingHours).values({ weekday, startMin, endMin }).run()
  }
}
