import type { Ctx } from '../ctx.ts'
import { type FreeDay, listNextFreeDays } from '../schedule/availability.ts'
import { overlaps } from '../schedule/intervals.ts'
import { isUnoccupied, paddedInterval } from '../schedule/occupations.ts'
import { choicesOf, withMostFree } from '../schedule/resource-choice.ts'
import { getActiveService, type ServiceRow } from '../schedule/services.ts'
import type { SlotSearch } from '../schedule/slot-search.ts'
import { choicesForPractice } from '../schedule/start-choices.ts'
import { type Reason, whyNotFree } from '../schedule/why-not-free.ts'
import { dayFromNumber, dayNumber, daysSinceMonday, type Instant } from '../shared/day.ts'
import type { SeriesUnit } from '../shared/series.ts'
import { dayNumberAt, instantAtOrAfter, minuteOfDay } from '../time/vienna.ts'
import { assertHasDuration } from './manual-booking.ts'

/** This module plans a series of appointments before the practice enters it (docs/behaviour.md 19.40). */

/** The choices of the practice for a series. */
export type SeriesPlan = Readonly<{
  serviceId: string
  /** The id of the resource that the practice wants; undefined for any. */
  wish?: string | undefined
  /** The first start. */
  start: Instant
  /** Weeks or days from one appointment to the next. */
  every: number
  unit: SeriesUnit
  /** The number of appointments. */
  times: number
}>

/** One time of a planned series. */
export type PlannedTime = Readonly<{
  start: Instant
  /**
   * The id of the usual resource of the series, for which all its times are planned; undefined when the
   * service has no active one.
   */
  resourceId: string | undefined
  /** Why this start is not shown as free to the practice; empty when it is free. */
  reasons: readonly Reason[]
  /** Other starts of the same day or week if this one is not free. */
  alternatives: readonly Instant[]
  /**
   * The id of another resource that is free at this start, if the usual one is not and the practice has no
   * wish.
   */
  elsewhere: string | undefined
}>

/** The greatest number of alternatives to one time, and how many of them may be on its own day. */
const ALTERNATIVES = { most: 3, sameDay: 2 }
const DAYS_PER_WEEK = 7

/**
 * Plans a series with the same time of day, even across clock changes, and at one resource. Gives reasons and
 * alternatives for each time at which that resource is not free. No two suggestions collide, whichever the
 * practice chooses.
 * @throws Problem service_not_found, invalid
 */
export function planSeries(ctx: Ctx, plan: SeriesPlan): PlannedTime[] {
  const { serviceId, wish } = plan
  const service = getActiveService(ctx, serviceId)
  assertHasDuration(service)
  const starts = startsOfPlan(plan)
  const reasonsAt = cachedReasons(ctx, serviceId)
  const usual = wish ?? findUsualResource(ctx, service, starts, reasonsAt)
  const isFree = (start: Instant) => reasonsAt(start, usual).length === 0
  /** The free times and the alternatives so far, which no further alternative may overlap. */
  const suggested = starts.filter(isFree).map((start) => paddedInterval(service, start))
  return starts.map((start) => {
    const planned = { start, resourceId: usual, reasons: reasonsAt(start, usual) }
    if (isFree(start)) return { ...planned, alternatives: [], elsewhere: undefined }
    const search = { service, wish: usual, countsAsOccupied: suggested }
    const alternatives = findAlternatives(ctx, search, start)
    suggested.push(...alternatives.map((alternative) => paddedInterval(service, alternative)))
    // A wish of the practice holds for every time of the series.
    const mayBeElsewhere = wish === undefined && usual !== undefined
    const elsewhere = mayBeElsewhere ? findElsewhere(ctx, service, { start, usual }, reasonsAt) : undefined
    return { ...planned, alternatives, elsewhere }
  })
}

/** Returns the starts of the plan, all at the wall time of the first one. */
function startsOfPlan({ start, every, unit, times }: SeriesPlan): Instant[] {
  const day = dayNumberAt(start)
  const minute = minuteOfDay(start)
  const days = every * (unit === 'week' ? DAYS_PER_WEEK : 1)
  return Array.from({ length: times }, (_, i) => instantAtOrAfter(day + i * days, minute))
}

/**
 * Returns the id of a resource that is free at a start at which the usual resource of the series is not;
 * undefined when there is none.
 */
function findElsewhere(
  ctx: Ctx,
  service: ServiceRow,
  { start, usual }: Readonly<{ start: Instant; usual: string }>,
  reasonsAt: ReasonsAt,
): string | undefined {
  const { resourceId } = choiceForSeries(ctx, service, { start, usual })
  return resourceId !== usual && reasonsAt(start, resourceId).length === 0 ? resourceId : undefined
}

/**
 * Returns the service at the usual resource of a series, or at the first choice of `choicesForPractice` if
 * the usual resource is occupied.
 * @throws Problem like `choicesForPractice`
 */
export function choiceForSeries(
  ctx: Ctx,
  service: ServiceRow,
  { start, usual, wish }: { start: Instant; usual: string | undefined; wish?: string | undefined },
): ServiceRow {
  const choices = choicesForPractice(ctx, service, start, wish)
  const usualChoice = choices.find(({ resourceId }) => resourceId === usual)
  return usualChoice !== undefined && isUnoccupied(ctx, usualChoice, start) ? usualChoice : choices[0]
}

/**
 * Returns the id of the usual resource of a series without a wish (docs/behaviour.md 21.17); undefined when
 * the service has no active resource.
 */
export function findUsualResource(
  ctx: Ctx,
  service: ServiceRow,
  starts: readonly Instant[],
  reasonsAt = cachedReasons(ctx, service.id),
): string | undefined {
  const isFree = ({ resourceId }: ServiceRow, start: Instant) => reasonsAt(start, resourceId).length === 0
  return withMostFree(ctx, choicesOf(ctx, service), starts, isFree)?.resourceId
}

/** Returns why a start is not free at a resource, or, if that is undefined, at any resource. */
type ReasonsAt = (start: Instant, resourceId: string | undefined) => readonly Reason[]

/** Returns `whyNotFree` for a service, cached by start and resource. */
function cachedReasons(ctx: Ctx, serviceId: string): ReasonsAt {
  const reasonsByTime = new Map<string, readonly Reason[]>()
  return (start, resourceId) =>
    reasonsByTime.getOrInsertComputed(`${start} ${resourceId}`, () =>
      whyNotFree(ctx, serviceId, start, resourceId),
    )
}

/**
 * Returns free starts of the same Vienna week: the nearest ones of the same day, then one of each of the
 * nearest days.
 */
function findAlternatives(ctx: Ctx, search: SlotSearch, start: Instant): Instant[] {
  const day = dayNumberAt(start)
  const monday = day - daysSinceMonday(day)
  const freeDays = listNextFreeDays(ctx, dayFromNumber(monday), search, {
    days: DAYS_PER_WEEK,
    fits: (candidate) => dayNumberAt(candidate) < monday + DAYS_PER_WEEK,
  })
  const minute = minuteOfDay(start)
  const distance = (candidate: Instant) => Math.abs(minuteOfDay(candidate) - minute)
  const daysAway = ({ date }: FreeDay) => Math.abs(dayNumber(date) - day)
  const alternatives: Instant[] = []
  for (const freeDay of freeDays.toSorted((a, b) => daysAway(a) - daysAway(b))) {
    const nearestFirst = freeDay.starts.toSorted((a, b) => distance(a) - distance(b))
    const mostOfDay = daysAway(freeDay) === 0 ? ALTERNATIVES.sameDay : 1
    alternatives.push(...withoutCollisions(search.service, nearestFirst).slice(0, mostOfDay))
  }
  return alternatives.slice(0, ALTERNATIVES.most)
}

/** Returns the first `ALTERNATIVES.most` starts that do not collide with an earlier start in the list. */
function withoutCollisions(service: ServiceRow, starts: readonly Instant[]): Instant[] {
  const apart: Instant[] = []
  for (const start of starts) {
    const time = paddedInterval(service, start)
    const collides = apart.some((other) => overlaps(time, paddedInterval(service, other)))
    if (!collides) apart.push(start)
    if (apart.length === ALTERNATIVES.most) break
  }
  return apart
}
