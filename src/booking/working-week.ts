import type { Ctx } from '../ctx.ts'
import { workingLength } from '../schedule/working-time.ts'
import { daysSinceMonday, type Instant } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'

/** Returns the Monday of the instant's week, as a Vienna day since 1970. */
export function weekOf(at: Instant): number {
  const day = dayNumberAt(at)
  return day - daysSinceMonday(day)
}

/** Returns the milliseconds that a resource works in the week of this Monday, without absences. */
export function workingTimeOfWeek(ctx: Ctx, resourceId: string, monday: number): number {
  return workingLength(ctx, { resourceId, from: monday, to: monday + 7 })
}
