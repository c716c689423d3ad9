import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { listFreeSlotsForPractice, listNextFreeDays } from '../schedule/availability.ts'
import { paddedInterval } from '../schedule/occupations.ts'
import { atResource, choicesOf, inFairOrder } from '../schedule/resource-choice.ts'
import { getActiveService, type ServiceRow } from '../schedule/services.ts'
import { type SlotSearch, searchForMove } from '../schedule/slot-search.ts'
import { addDays, type Day, type Instant, type Interval } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt, dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { forEachBooking, getBooking } from './bookings.ts'
import { assertMovable } from './moves.ts'

/**
 * This module suggests times for several bookings at once that the practice has to move, for example out of
 * an absence.
 */

/** Days on which a start is suggested for each booking. */
const DAYS_PER_BOOKING = 3
/** Other resources at which a start is suggested for each booking. */
const OTHER_RESOURCES = 2

type StartAtResource = Readonly<{ resourceId: string; start: Instant }>

/** The times to which one of several bookings could move. */
export type MoveSuggestion = Readonly<{
  booking: Booking
  /** The service at the suggested resource, with the length and the paddings of the booking. */
  service: ServiceRow
  /** Starts at that resource on different days, in order. */
  starts: readonly Instant[]
  /** Starts on the booking's day at other resources that offer the service, the nearest first. */
  elsewhere: readonly StartAtResource[]
}>

/** A time that is suggested for one booking, paddings included, and must not be suggested for another. */
type SuggestedTime = Interval & Readonly<{ resourceId: string }>

/**
 * Suggests new times for bookings that the practice has to move. Each booking gets the start closest to its
 * time of day on each of the next days with free time, its own day included, and the closest starts of that
 * day at other resources that offer the service (docs/behaviour.md 21.18). The bookings' present times do not
 * count as free. No two suggestions collide, whichever the practice chooses (docs/behaviour.md 8.31).
 * @param onlyResource the id of the only resource of which times are suggested, instead of the booking's own
 *   and others
 * @returns for each id, in the same order, its suggestions or the problem that keeps it from moving
 */
export function suggestForMoves(
  ctx: Ctx,
  ids: readonly string[],
  onlyResource?: string,
): Readonly<{ id: string; outcome: MoveSuggestion | Problem }>[] {
  const suggested: SuggestedTime[] = []
  // All bookings get their first start before any booking gets a second one.
  const firstRound = forEachBooking(ids, (id) => {
    const suggestion = suggestFirstTimes(ctx, { id, onlyResource }, suggested)
    const { service, starts, elsewhere } = suggestion
    suggested.push(...withPaddings(service, [...startsOf(service, starts), ...elsewhere]))
    return suggestion
  })
  return firstRound.map(({ id, outcome }) => {
    if (outcome instanceof Problem) return { id, outcome }
    const laterStarts = listLaterStarts(ctx, outcome, suggested)
    suggested.push(...withPaddings(outcome.service, startsOf(outcome.service, laterStarts)))
    return { id, outcome: { ...outcome, starts: [...outcome.starts, ...laterStarts] } }
  })
}

/**
 * Suggests one start, if any day has free time, and starts at other resources unless only one is wanted.
 * @throws Problem when the booking cannot be moved
 */
function suggestFirstTimes(
  ctx: Ctx,
  { id, onlyResource }: Readonly<{ id: string; onlyResource: string | undefined }>,
  suggested: readonly SuggestedTime[],
): MoveSuggestion {
  const booking = getBooking(ctx, id)
  assertMovable(booking)
  const { service } = searchForMove(ctx, booking, onlyResource)
  const from = dayAt(booking.startsAt)
  return {
    booking,
    service,
    starts: listNearestStarts(ctx, { booking, service, from, days: 1 }, suggested),
    elsewhere: onlyResource === undefined ? listNearestElsewhere(ctx, { booking, service }, suggested) : [],
  }
}

/** Returns the starts on the days after that of the first start; none without a first start. */
function listLaterStarts(
  ctx: Ctx,
  { booking, service, starts }: MoveSuggestion,
  suggested: readonly SuggestedTime[],
): Instant[] {
  const [first] = starts
  if (first === undefined) return []
  const from = addDays(dayAt(first), 1)
  return listNearestStarts(ctx, { booking, service, from, days: DAYS_PER_BOOKING - 1 }, suggested)
}

/** A booking, and its service at the resource of which times are suggested. */
type BookingToMove = Pick<MoveSuggestion, 'booking' | 'service'>

/** Returns one start on each of the next days with free time, from the Vienna day `from` on. */
function listNearestStarts(
  ctx: Ctx,
  { booking, service, from, days }: BookingToMove & Readonly<{ from: Day; days: number }>,
  suggested: readonly SuggestedTime[],
): Instant[] {
  const freeDays = listNextFreeDays(ctx, from, searchBeside(service, suggested), { days })
  return freeDays.map(({ starts }) => nearestTimeOfDay(starts, booking.startsAt))
}

/** Returns a start on the booking's day at each of the nearest `OTHER_RESOURCES` resources. */
function listNearestElsewhere(
  ctx: Ctx,
  { booking, service }: BookingToMove,
  suggested: readonly SuggestedTime[],
): StartAtResource[] {
  const day = dayAt(booking.startsAt)
  const nearestOfEach = listOtherResources(ctx, booking).flatMap((resourceId) => {
    const search = searchBeside(atResource(service, resourceId), suggested)
    const { starts } = listFreeSlotsForPractice(ctx, day, search)
    return starts.length > 0 ? [{ resourceId, start: nearestTimeOfDay(starts, booking.startsAt) }] : []
  })
  const distance = ({ start }: StartAtResource) => Math.abs(start - booking.startsAt)
  return nearestOfEach.toSorted((a, b) => distance(a) - distance(b)).slice(0, OTHER_RESOURCES)
}

/** Returns the ids of the other resources of the booking's service, the least booked on its day first. */
function listOtherResources(ctx: Ctx, { serviceId, resourceId, startsAt }: Booking): string[] {
  const choices = choicesOf(ctx, getActiveService(ctx, serviceId))
  const others = choices.filter((choice) => choice.resourceId !== resourceId)
  return inFairOrder(ctx, others, dayNumberAt(startsAt)).map((choice) => choice.resourceId)
}

/** Returns a search for times at the service's resource that skips suggested ones. */
function searchBeside(service: ServiceRow, suggested: readonly SuggestedTime[]): SlotSearch {
  const ofResource = suggested.filter(({ resourceId }) => resourceId === service.resourceId)
  return { service, countsAsOccupied: ofResource }
}

/** Returns these starts as starts at the service's resource. */
function startsOf({ resourceId }: ServiceRow, starts: readonly Instant[]): StartAtResource[] {
  return starts.map((start) => ({ resourceId, start }))
}

/** Returns the times that appointments of the service take from these starts on, paddings included. */
function withPaddings(service: ServiceRow, starts: readonly StartAtResource[]): SuggestedTime[] {
  return starts.map(({ resourceId, start }) => ({ resourceId, ...paddedInterval(service, start) }))
}

/** Returns the start with the time of day closest to that of `to`, in a tie the earlier one. */
function nearestTimeOfDay(starts: readonly Instant[], to: Instant): Instant {
  const distance = (start: Instant) => Math.abs(minuteOfDay(start) - minuteOfDay(to))
  return starts.reduce((best, start) => (distance(start) < distance(best) ? start : best))
}
