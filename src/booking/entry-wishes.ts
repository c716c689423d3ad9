import type { Ctx } from '../ctx.ts'
import type { Booking, WaitingEntryRow } from '../db/schema.ts'
import { isInPartOfDay } from '../schedule/availability.ts'
import { findReservation } from '../schedule/occupations.ts'
import { choicesOf } from '../schedule/resource-choice.ts'
import { findActiveService, getActiveService } from '../schedule/services.ts'
import { resourceForPatient, type SlotSearch, searchForMove } from '../schedule/slot-search.ts'
import { type Instant, weekdayOf } from '../shared/day.ts'
import { dayAt, dayNumberAt } from '../time/vienna.ts'

/**
 * Returns the search for times to offer to an entry. The booking's own time counts as free, but not the time
 * of a move that its patient asks for, because that is reserved for the move.
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
  const search = searchForMove(ctx, booking, resourceForPatient(ctx, booking, wish))
  return { ...search, countsAsFree: reserved === undefined ? [] : [reserved] }
}

/**
 * Returns a search for times to offer to an entry by itself at each suitable resource. None is suitable when
 * the service is not active, or when the wished resource no longer offers it.
 */
export function searchesForEntry(
  ctx: Ctx,
  entry: WaitingEntryRow,
  booking: Booking | undefined,
): SlotSearch[] {
  if (!hasChoice(ctx, entry)) return []
  const { service, wish, ...others } = searchForEntry(ctx, entry, booking)
  return choicesOf(ctx, service, wish).map((choice) => ({ ...others, service: choice }))
}

/** Returns whether the entry's service is active and offered by the wished resource, if any. */
function hasChoice(ctx: Ctx, { serviceId, resourceId }: WaitingEntryRow): boolean {
  const service = findActiveService(ctx, serviceId)
  if (service === undefined) return false
  return resourceId === null || choicesOf(ctx, service).some((choice) => choice.resourceId === resourceId)
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
    weekdays.includes(isoWeekday(start)) &&
    parts.some((part) => isInPartOfDay(start, part))
  )
}

/** Returns the number of the weekday as wishes store it, from Monday (1) to Sunday (7). */
function isoWeekday(start: Instant): number {
  const weekday = weekdayOf(dayNumberAt(start))
  return weekday === 0 ? 7 : weekday
}
