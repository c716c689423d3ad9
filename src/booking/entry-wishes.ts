import type { Ctx } from '../ctx.ts'
import type { Booking, WaitingEntryRow } from '../db/schema.ts'
import { isInPart } from '../schedule/availability.ts'
import { findReservation } from '../schedule/occupations.ts'
import { getActiveService } from '../schedule/services.ts'
import { type SlotSearch, searchForMove } from '../schedule/slot-search.ts'
import { type Instant, weekdayOf } from '../shared/day.ts'
import { dayAt, dayNumberAt } from '../time/vienna.ts'

/**
 * Returns the search for times to offer to an entry, with the booking's own time counted as free. The time of
 * a move that its patient asks for is not free, because it is reserved for that move.
 * @param booking the booking for which the entry wants an earlier time; undefined for an entry without one
 * @param wish the only resource that counts; by default the entry's
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function searchForEntry(
  ctx: Ctx,
  { serviceId, resourceId }: WaitingEntryRow,
  booking: Booking | undefined,
  wish = resourceId ?? undefined,
): SlotSearch {
  if (booking === undefined) return { service: getActiveService(ctx, serviceId), wish }
  const reserved = findReservation(ctx, booking.id)
  return { ...searchForMove(ctx, booking, wish), countsAsFree: reserved === undefined ? [] : [reserved] }
}

/** Returns whether the start lies on a wished day, weekday and part of the day. */
export function fitsWishes(
  { notBeforeOn, notAfterOn, weekdays, parts }: WaitingEntryRow,
  start: Instant,
): boolean {
  const day = dayAt(start)
  return (
    (notBeforeOn === null || day >= notBeforeOn) &&
    day <= notAfterOn &&
    // The wishes number the days from Monday, 1, to Sunday, 7; `weekdayOf` has 0 for Sunday.
    weekdays.includes(weekdayOf(dayNumberAt(start)) || SUNDAY) &&
    parts.some((part) => isInPart(start, part))
  )
}

const SUNDAY = 7
