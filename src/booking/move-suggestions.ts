import type { Ctx } from '../ctx.ts'
import { type FreeDay, isInPartOfDay, listNextFreeDays } from '../schedule/availability.ts'
import { findOfferReservation } from '../schedule/occupations.ts'
import { searchForMove } from '../schedule/slot-search.ts'
import type { Day, Instant } from '../shared/day.ts'
import type { DayPart } from '../shared/waiting-list.ts'
import { getBooking } from './bookings.ts'
import { assertMovable } from './moves.ts'
import { findOfferToMove } from './open-offers.ts'

/**
 * This module suggests times to which the practice can move a booking. bulk-move-suggestions.ts suggests
 * times for several bookings at once.
 */

/** Number of days with free times that are suggested together. */
export const SUGGESTED_DAYS = 4

/**
 * Returns the next days, from the Vienna day `from` on, with free working time to which the practice can move
 * the booking, except its present time. The practice may also choose any other free time.
 * @param wishes `part`: only times in this part of the day; `resource`: times of another resource
 * @throws Problem 'not found', already_decided, service_not_found, invalid (the resource)
 */
export function suggestForMove(
  ctx: Ctx,
  id: string,
  from: Day,
  { part, resource }: Readonly<{ part?: DayPart | undefined; resource?: string | undefined }> = {},
): FreeDay[] {
  const booking = getBooking(ctx, id)
  assertMovable(booking)
  const { service, countsAsFree = [] } = searchForMove(ctx, booking, resource)
  // Moving the booking withdraws its offer of the waiting list, so the time of that offer counts as free.
  const offer = findOfferToMove(ctx, id)
  const offered = offer && findOfferReservation(ctx, offer.id)
  const search = { service, countsAsFree: offered ? [...countsAsFree, offered] : countsAsFree }
  const isPresentTime = (start: Instant) =>
    start === booking.startsAt && service.resourceId === booking.resourceId
  return listNextFreeDays(ctx, from, search, {
    days: SUGGESTED_DAYS,
    fits: (start) => !isPresentTime(start) && isInPartOfDay(start, part),
  })
}
