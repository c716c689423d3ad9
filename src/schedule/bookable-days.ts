import type { Ctx } from '../ctx.ts'
import { readSetting } from '../practice/settings.ts'
import { type DayNumber, HOUR } from '../shared/day.ts'
import { DEFAULT_MAX_BOOKING_DAYS } from '../shared/free-times.ts'
import { PRACTICE_DAYS_AHEAD } from '../shared/practice-days-ahead.ts'
import { dayNumberAt } from '../time/vienna.ts'
import type { BookableDays } from './grid.ts'

/** The time in which starts can be booked: from `leadHours` after now to `daysAhead` days after today. */
type BookingWindow = Readonly<{ daysAhead: number; leadHours: number }>

/** The practice books without a lead time. */
export const BOOKING_WINDOW_OF_PRACTICE: BookingWindow = { daysAhead: PRACTICE_DAYS_AHEAD, leadHours: 0 }

/** Returns the booking window of patients from the settings. */
export function bookingWindowOfPatients(ctx: Ctx): BookingWindow {
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
  bookingWindow = bookingWindowOfPatients(ctx),
): BookableDays {
  const today = dayNumberAt(ctx.now)
  const after = ctx.now + bookingWindow.leadHours * HOUR
  return { from: Math.max(from, today), to: Math.min(to, today + bookingWindow.daysAhead), after }
}
