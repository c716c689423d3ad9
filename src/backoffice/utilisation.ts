import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { totalLength } from '../schedule/intervals.ts'
import { listWorkingDays } from '../schedule/working-time.ts'
import { type Day, type DayNumber, dayFromNumber, MINUTE } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { bookingStartsOn } from './booking-filter.ts'

/** The working time of a day, and how much of it is taken. */
export type DayLoad = Readonly<{
  day: Day
  /** Working minutes of all resources, or of the requested one, without absences. */
  capacity: number
  /**
   * Minutes of appointments with paddings; can exceed the capacity, because some lie outside working hours.
   */
  booked: number
  /** Requested and confirmed appointments. */
  count: number
}>

/**
 * Returns capacity and load of the next days, from today on.
 * @param resourceId limits both to this resource
 */
export function countLoadAhead(ctx: Ctx, days: number, resourceId?: string): DayLoad[] {
  const today = dayNumberAt(ctx.now)
  return countLoadOfDays(ctx, today, today + days, resourceId)
}

/**
 * Returns capacity and load of each Vienna day from `from` to `to`; `to` is not included. An
 * appointment belongs to the day on which it starts.
 * @param resourceId limits both to this resource
 */
export function countLoadOfDays(ctx: Ctx, from: DayNumber, to: DayNumber, resourceId?: string): DayLoad[] {
  // Only requested and confirmed bookings have an occupation, so the status need not be compared.
  const occupiedTimes = ctx.db
    .select({
      startsAt: occupations.startsAt,
      endsAt: occupations.endsAt,
      bookingStartsAt: bookings.startsAt,
    })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
    .where(
      and(
        bookingStartsOn(from, to),
        resourceId === undefined ? undefined : eq(occupations.resourceId, resourceId),
      ),
    )
    .all()
  const occupiedByDay = Map.groupBy(occupiedTimes, ({ bookingStartsAt }) => dayNumberAt(bookingStartsAt))
  return listWorkingDays(ctx, { from, to, resourceId }).map(({ day, timesOfEach }) => {
    const occupied = occupiedByDay.get(day) ?? []
    return {
      day: dayFromNumber(day),
      capacity: inMinutes(totalLength(timesOfEach.flat())),
      booked: inMinutes(totalLength(occupied)),
      count: occupied.length,
    }
  })
}

function inMinutes(milliseconds: number): number {
  return Math.round(milliseconds / MINUTE)
}
