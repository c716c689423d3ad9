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

/** Days on which a time is suggested for each booking. */
const DAYS_PER_BOOKING = 3
/** Other resources of which a time is suggested for each booking. */
const OTHER_RESOURCES = 2

/** A time at another resource. */
type TimeElsewhere = Readonly<{ resourceId: string; start: Instant }>

/** The times to which one of several bookings could move. */
export type MoveSuggestion = Readonly<{
  booking: Booking
  service: ServiceRow
  starts: Instant[]
  /** Times on the same day at other resources that offer the service, the nearest first. */
  elsewhere: readonly TimeElsewhere[]
}>

/** A time that was suggested for one booking, and so for no other. */
type SuggestedTime = Interval & Readonly<{ resourceId: string }>

/**
 * Suggests new times for bookings that the practice has to move. Each booking gets the start closest to its
 * time of day on each of the next days with free time, its own day included, and the closest starts of that
 * day at other resources that offer the service (docs/behaviour.md 21.18). The bookings' present times do not
 * count as free. No two suggestions collide, whichever the practice chooses (docs/behaviour.md 8.31).
 * @param resource suggests times of this resource only, instead of the booking's own
 * @returns for each id, in the same order, its suggestions or the problem that keeps it from moving
 */
export function suggestForMoves(
  ctx: Ctx,
  ids: readonly string[],
  resource?: string,
): Readonly<{ id: string; outcome: MoveSuggestion | Problem }>[] {
  const suggested: SuggestedTime[] = []
  // All bookings get their first suggestion before any booking gets a second one.
  const results = forEachBooking(ids, (id): MoveSuggestion => {
    const booking = getBooking(ctx, id)
    assertMovable(booking)
    const { service } = searchForMove(ctx, booking, resource)
    const elsewhere = resource === undefined ? suggestElsewhere(ctx, booking, service, suggested) : []
    const from = dayAt(booking.startsAt)
    const starts = suggestStarts(ctx, { booking, service, from, days: 1 }, suggested)
    return { booking, service, starts, elsewhere }
  })
  for (const { outcome } of results) {
    if (outcome instanceof Problem) continue
    const { booking, service, starts } = outcome
    const [first] = starts
    if (first === undefined) continue
    const later = { booking, service, from: addDays(dayAt(first), 1), days: DAYS_PER_BOOKING - 1 }
    starts.push(...suggestStarts(ctx, later, suggested))
  }
  return results
}

/** Suggests one start on each of the next days with free times, and adds its time to `suggested`. */
function suggestStarts(
  ctx: Ctx,
  {
    booking,
    service,
    from,
    days,
  }: Readonly<{ booking: Booking; service: ServiceRow; from: Day; days: number }>,
  suggested: SuggestedTime[],
): Instant[] {
  const freeDays = listNextFreeDays(ctx, from, searchBeside(service, suggested), { days })
  return freeDays.map((day) => {
    const start = nearestTimeOfDay(day.starts, booking.startsAt)
    suggested.push(timeOf(service, start))
    return start
  })
}

/**
 * Suggests times on the booking's day at up to `OTHER_RESOURCES` resources, and adds them to `suggested`.
 * @param ownService the service with the length and the paddings of the booking
 */
function suggestElsewhere(
  ctx: Ctx,
  booking: Booking,
  ownService: ServiceRow,
  suggested: SuggestedTime[],
): TimeElsewhere[] {
  const day = dayAt(booking.startsAt)
  const times = choicesElsewhere(ctx, booking, ownService).flatMap((service) => {
    const { starts } = listFreeSlotsForPractice(ctx, day, searchBeside(service, suggested))
    return starts.length > 0 ? [{ service, start: nearestTimeOfDay(starts, booking.startsAt) }] : []
  })
  const distance = ({ start }: { start: Instant }) => Math.abs(start - booking.startsAt)
  const nearest = times.toSorted((a, b) => distance(a) - distance(b)).slice(0, OTHER_RESOURCES)
  for (const { service, start } of nearest) suggested.push(timeOf(service, start))
  return nearest.map(({ service, start }) => ({ resourceId: service.resourceId, start }))
}

/** Returns a search for times at the service's resource that skips suggested ones. */
function searchBeside(service: ServiceRow, suggested: readonly SuggestedTime[]): SlotSearch {
  const ofResource = suggested.filter(({ resourceId }) => resourceId === service.resourceId)
  return { service, countsAsOccupied: ofResource }
}

/** Returns the time that an appointment at this start takes, paddings included. */
function timeOf(service: ServiceRow, start: Instant): SuggestedTime {
  return { resourceId: service.resourceId, ...paddedInterval(service, start) }
}

/**
 * Returns the booking's service at each other resource that has it, the least booked on that day first.
 * @param ownService the service with the length and the paddings of the booking
 */
function choicesElsewhere(ctx: Ctx, booking: Booking, ownService: ServiceRow): ServiceRow[] {
  const others = choicesOf(ctx, getActiveService(ctx, booking.serviceId)).filter(
    ({ resourceId }) => resourceId !== booking.resourceId,
  )
  const ordered = inFairOrder(ctx, others, dayNumberAt(booking.startsAt))
  return ordered.map(({ resourceId }) => atResource(ownService, resourceId))
}

/** Returns the start with the time of day closest to that of `to`, in a tie the earlier one. */
function nearestTimeOfDay(starts: readonly Instant[], to: Instant): Instant {
  const distance = (start: Instant) => Math.abs(minuteOfDay(start) - minuteOfDay(to))
  return starts.reduce((best, start) => (distance(start) < distance(best) ? start : best))
}
