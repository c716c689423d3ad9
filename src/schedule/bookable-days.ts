import type { Ctx } from '../ctx.ts'
import { readSetting } from '../practice/settings.ts'
import { type DayNumber, HOUR } from '../shared/day.ts'
import { DEFAULT_MAX_BOOKING_DAYS } from '../shared/free-times.ts'
import { PRACTICE_DAYS_AHEAD } from '../shared/practice-days-ahead.ts'
import { dayNumberAt } from '../time/vienna.ts'
import type { BookableDays } from './grid.ts'

/**
 * The time in which starts are free for booking: from `leadHours` after now to `daysAhead` days after today.
 */
type Reach = Readonly<{ daysAhead: number; leadHours: number }>

export const REACH_OF_PRACTICE: Reach = { daysAhead: PRACTICE_DAYS_AHEAD, leadHours: 0 }

/** Returns the reach of patients from the settings. */
export function reachOfPatients(ctx: Ctx): Reach {
  return {
    daysAhead: readSetting(ctx, 'general', 'maxBookingDays') ?? DEFAULT_MAX_BOOKING_DAYS,
    leadHours: readSetting(ctx, 'general', 'lead_hours'),
  }
}

/** Limits a range of Vienna days, both ends included, to those between today and the last bookable day. */
export function bookableDays(
  ctx: Ctx,
  from: DayNumber,
  to: DayNumber,
  reach = reachOfPatients(ctx),
): BookableDays {
  const today = dayNumberAt(ctx.now)
  const after = ctx.now + reach.leadHours * HOUR
  return { from: Math.max(from, today), to: Math.min(to, today + reach.daysAhead), after }
}
