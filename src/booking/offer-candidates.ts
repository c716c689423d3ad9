import type { Ctx } from '../ctx.ts'
import { listFreeStartsIn } from '../schedule/availability.ts'
import type { FreedTime } from '../schedule/freed-times.ts'
import { covers, overlaps } from '../schedule/intervals.ts'
import { paddedInterval } from '../schedule/occupations.ts'
import type { SlotSearch } from '../schedule/slot-search.ts'
import { type Day, HOUR, type Instant } from '../shared/day.ts'
import { OFFERED_HOURS_AHEAD } from '../shared/free-times.ts'
import { dayAt } from '../time/vienna.ts'
import { type EntryWithBooking, fitsWishes, listResourceSearches } from './entry-wishes.ts'
import type { WaitingPatient } from './offer-queue.ts'
import type { Candidate } from './open-offers.ts'

/** This module finds out which waiting entries a freed time fits, and at which start. */

/** Milliseconds that an offered start must be ahead. */
const LEAST_AHEAD = OFFERED_HOURS_AHEAD * HOUR

/**
 * A freed time with what has been looked up for it so far. Hundreds of entries may wait, so those without a
 * booking share the look-ups.
 */
export type FreedTimeLookUps = Readonly<{
  freed: FreedTime
  /** The Vienna days on which the freed time begins and ends. */
  days: Readonly<{ first: Day; last: Day }>
  /** The searches for free times at each suitable resource, by service and wish. */
  slotSearches: Map<string, readonly SlotSearch[]>
  /** The free starts in the freed time, by service and resource. Making an offer invalidates them. */
  starts: Map<string, readonly Instant[]>
}>

/** Returns a freed time for which nothing has been looked up yet. */
export function withoutLookUps(freed: FreedTime): FreedTimeLookUps {
  const days = { first: dayAt(freed.startsAt), last: dayAt(freed.endsAt) }
  return { freed, days, slotSearches: new Map(), starts: new Map() }
}

/**
 * Returns the first start in the freed time that the entry could be offered, with the service at its
 * resource.
 * @param declinedStarts the starts of offers that the entry has refused or let expire
 * @returns undefined when the time does not fit: the service is not active, or the time is outside the wished
 * days, not before the appointment, or at another resource than wished for
 */
export function findCandidate(
  ctx: Ctx,
  { entry, booking }: WaitingPatient,
  lookUps: FreedTimeLookUps,
  declinedStarts: readonly Instant[],
): Readonly<{ candidate: Candidate; start: Instant }> | undefined {
  const { freed, days } = lookUps
  if (days.first > entry.notAfterOn || days.last < (entry.notBeforeOn ?? '')) return undefined
  if (booking !== undefined && booking.startsAt <= freed.startsAt) return undefined
  for (const search of lookUpSlotSearches(ctx, { entry, booking }, lookUps)) {
    const candidate = { entry, booking, search }
    const start = findFittingStart(ctx, candidate, lookUps, declinedStarts)
    if (start !== undefined) return { candidate, start }
  }
  return undefined
}

/** Returns the searches of `slotSearchesFor`, which entries without a booking share. */
function lookUpSlotSearches(
  ctx: Ctx,
  waiting: EntryWithBooking,
  { freed, slotSearches }: FreedTimeLookUps,
): readonly SlotSearch[] {
  const { entry, booking } = waiting
  if (booking !== undefined) return slotSearchesFor(ctx, waiting, freed)
  return slotSearches.getOrInsertComputed(`${entry.serviceId} ${entry.resourceId}`, () =>
    slotSearchesFor(ctx, waiting, freed),
  )
}

/** Returns a search for free times for the entry at each suitable resource whose time was freed. */
function slotSearchesFor(ctx: Ctx, waiting: EntryWithBooking, freed: FreedTime): SlotSearch[] {
  return listResourceSearches(ctx, waiting).filter(
    ({ service }) => freed.resourceId === null || freed.resourceId === service.resourceId,
  )
}

/** Returns the first start that fits the wishes and does not overlap a declined offer. */
function findFittingStart(
  ctx: Ctx,
  candidate: Candidate,
  lookUps: FreedTimeLookUps,
  declinedStarts: readonly Instant[],
): Instant | undefined {
  const { entry, booking, search } = candidate
  const { service } = search
  // An offer includes its paddings, so declining it declines them too.
  const declined = declinedStarts.map((start) => paddedInterval(service, start))
  return lookUpStarts(ctx, candidate, lookUps).find(
    (start) =>
      (booking === undefined || start < booking.startsAt) &&
      fitsWishes(entry, start) &&
      !declined.some((time) => overlaps(time, paddedInterval(service, start))),
  )
}

/** Returns the starts of `startsInOrder` for the candidate, which entries without a booking share. */
function lookUpStarts(
  ctx: Ctx,
  { booking, search }: Candidate,
  { freed, starts }: FreedTimeLookUps,
): readonly Instant[] {
  if (booking !== undefined) return startsInOrder(ctx, search, freed)
  const { id, resourceId } = search.service
  return starts.getOrInsertComputed(`${id} ${resourceId}`, () => startsInOrder(ctx, search, freed))
}

/**
 * Returns the free starts for a freed time, in the order in which they are offered. Appointments that extend
 * beyond the freed time are offered only if none fits into it; then those that begin within it come first.
 */
function startsInOrder(ctx: Ctx, search: SlotSearch, freed: FreedTime): Instant[] {
  const overlapping = listFreeStartsIn(ctx, search, freed)
  const padded = (start: Instant) => paddedInterval(search.service, start)
  const fitting = overlapping.filter((start) => covers(freed, padded(start)))
  const beginningWithin = overlapping.filter(
    (start) => padded(start).startsAt >= freed.startsAt && start < freed.endsAt,
  )
  const inOrder = fitting.length > 0 ? fitting : [...new Set([...beginningWithin, ...overlapping])]
  return inOrder.filter((start) => start >= ctx.now + LEAST_AHEAD)
}
