import type { Ctx } from '../ctx.ts'
import type { Booking, WaitingEntryRow } from '../db/schema.ts'
import { isInPartOfDay } from '../schedule/availability.ts'
import { findReservation } from '../schedule/occupations.ts'
import { choicesOf } from '../schedule/resource-choice.ts'
import { findActiveService, getActiveService } from '../schedule/services.ts'
import { resourceForPatient, type SlotSearch, searchForMove } from '../schedule/slot-search.ts'
import { type Instant, weekdayOf } from '../shared/day.ts'
import { dayAt, dayNumberAt } from '../time/vienna.ts'

/** This module says where and when to search for times to offer to a waiting entry. */

/** An entry, and the booking that its patient wants to move to an earlier time, if it has one. */
export type EntryWithBooking = Readonly<{ entry: WaitingEntryRow; booking: Booking | undefined }>

/**
 * Returns the search for a time that the practice offers to an entry. The booking's own time counts as free,
 * but not the time of a move that its patient asks for, because that is reserved for the move.
 * @param resource the id of the only resource to search, instead of the one that the entry wishes for
 * @throws Problem service_not_found, invalid (a resource that the service does not have)
 */
export function searchForEntry(
  ctx: Ctx,
  { entry, booking }: EntryWithBooking,
  resource = entry.resourceId ?? undefined,
): SlotSearch {
  if (booking === undefined) return { service: getActiveService(ctx, entry.serviceId), wish: resource }
  const reserved = findReservation(ctx, booking.id)
  const search = searchForMove(ctx, booking, resourceForPatient(ctx, booking, resource))
  return { ...search, countsAsFree: reserved === undefined ? [] : [reserved] }
}

/**
 * Returns the search of `searchForEntry` for each suitable resource alone. None is suitable when the service
 * is not active, or when the resource that the entry wishes for no longer offers it.
 */
export function listResourceSearches(ctx: Ctx, waiting: EntryWithBooking): SlotSearch[] {
  if (!hasSuitableResource(ctx, waiting.entry)) return []
  const { service, wish, ...others } = searchForEntry(ctx, waiting)
  return choicesOf(ctx, service, wish).map((choice) => ({ ...others, service: choice }))
}

/** Returns whether the entry's service is active and offered by the wished resource, if any. */
function hasSuitableResource(ctx: Ctx, { serviceId, resourceId }: WaitingEntryRow): boolean {
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
