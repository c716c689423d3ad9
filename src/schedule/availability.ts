import type { Ctx } from '../ctx.ts'
import {
  type Day,
  type DayNumber,
  dayFromNumber,
  dayNumber,
  type Instant,
  type Interval,
  MINUTE,
  wallTime,
} from '../shared/day.ts'
import { MONTHS_SEARCHED } from '../shared/free-times.ts'
import { type DayPart, dayPartOf } from '../shared/waiting-list.ts'
import { dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { BOOKING_WINDOW_OF_PRACTICE, bookableDays, bookingWindowOfPatients } from './bookable-days.ts'
import { type BookableDays, eachFreeStart, type WeekGroup } from './grid.ts'
import { readWeekGroups } from './occupied-times.ts'
import { choicesOf, inFairOrder } from './resource-choice.ts'
import type { ServiceRow } from './services.ts'
import { type SlotSearch, toSlotSearch } from './slot-search.ts'

/**
 * The free starts of a service, ascending, each with the resource that an appointment would go to now
 * (docs/behaviour.md 21.7).
 */
export type FreeSlots = Readonly<{ service: ServiceRow; starts: Instant[]; resourceIds: string[] }>

/**
 * Returns the free starts on a Vienna day.
 * @param searched a search, or the id of a service to search for alone
 * @param bookingWindow how early and how late a start may be; by default as for patients
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function listFreeSlots(
  ctx: Ctx,
  day: Day,
  searched: string | SlotSearch,
  bookingWindow = bookingWindowOfPatients(ctx),
): FreeSlots {
  const search = toSlotSearch(ctx, searched)
  const onlyDay = dayNumber(day)
  const span = bookableDays(ctx, onlyDay, onlyDay, bookingWindow)
  const choices = inFairOrder(ctx, choicesOf(ctx, search.service, search.wish), onlyDay)
  const resourceByStart = new Map<Instant, string>()
  // A start goes to the first free choice, which is the one with the fewest appointments.
  for (const choice of choices)
    for (const start of freeStarts(ctx, { ...search, service: choice, wish: undefined }, span))
      if (!resourceByStart.has(start)) resourceByStart.set(start, choice.resourceId)
  const isSorted = choices.length < 2
  const slots = isSorted ? [...resourceByStart] : [...resourceByStart].sort(([a], [b]) => a - b)
  return {
    service: search.service,
    starts: slots.map(([start]) => start),
    resourceIds: slots.map(([, resourceId]) => resourceId),
  }
}

/**
 * Works like `listFreeSlots`, except that the practice sees more days and has no lead time. These are
 * suggestions, because the practice may enter any start that is not occupied.
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function listFreeSlotsForPractice(ctx: Ctx, day: Day, searched: string | SlotSearch): FreeSlots {
  return listFreeSlots(ctx, day, searched, BOOKING_WINDOW_OF_PRACTICE)
}

/** A Vienna day with its free starts, of which there is at least one. */
export type FreeDay = Readonly<{ date: Day; starts: Instant[] }>

/** Returns whether a start lies in a part of the day; always true without a part. */
export function isInPartOfDay(start: Instant, part: DayPart | undefined): boolean {
  return part === undefined || dayPartOf(wallTime(minuteOfDay(start))) === part
}

/** Number of days that `listNextFreeDays` and `findNextFreeStart` search. */
const NEXT_DAYS = MONTHS_SEARCHED * 30

/**
 * Returns the first days on or after a Vienna day that have free starts for the practice.
 * @param options `days` is the largest number of days, and `fits` selects the starts that count
 */
export function listNextFreeDays(
  ctx: Ctx,
  from: Day,
  search: SlotSearch,
  { days, fits = () => true }: Readonly<{ days: number; fits?: (start: Instant) => boolean }>,
): FreeDay[] {
  const first = Math.max(dayNumber(from), dayNumberAt(ctx.now))
  const span = bookableDays(ctx, first, first + NEXT_DAYS, BOOKING_WINDOW_OF_PRACTICE)
  const startsByDay = new Map<DayNumber, Instant[]>()
  eachDistinctStart(search.service, readWeekGroups(ctx, search, span), span, (start, day) => {
    if (fits(start) && (startsByDay.has(day) || startsByDay.size < days))
      startsByDay.set(day, [...(startsByDay.get(day) ?? []), start])
  })
  return [...startsByDay].map(([day, starts]) => ({ date: dayFromNumber(day), starts }))
}

/** Returns the first start that patients can book within `NEXT_DAYS`; undefined when there is none. */
export function findNextFreeStart(ctx: Ctx, service: ServiceRow): Instant | undefined {
  const today = dayNumberAt(ctx.now)
  return freeStarts(ctx, { service }, bookableDays(ctx, today, today + NEXT_DAYS))[0]
}

/** Returns the free starts for patients whose time, paddings included, overlaps the interval. */
export function listFreeStartsIn(ctx: Ctx, search: SlotSearch, { startsAt, endsAt }: Interval): Instant[] {
  const { durationMin, paddingBeforeMin, paddingAfterMin } = search.service
  const tooEarly = startsAt - (durationMin + paddingAfterMin) * MINUTE
  const tooLate = endsAt + paddingBeforeMin * MINUTE
  const span = bookableDays(ctx, dayNumberAt(tooEarly), dayNumberAt(tooLate))
  return freeStarts(ctx, search, span).filter((start) => start > tooEarly && start < tooLate)
}

/** Returns the starts of the span at which at least one resource of the search is free, ascending. */
function freeStarts(ctx: Ctx, search: SlotSearch, span: BookableDays): Instant[] {
  const starts: Instant[] = []
  eachDistinctStart(search.service, readWeekGroups(ctx, search, span), span, (start) => starts.push(start))
  return starts
}

/** Visits the starts at which at least one resource is free, ascending and each once. */
function eachDistinctStart(
  service: ServiceRow,
  weekGroups: readonly WeekGroup[],
  span: BookableDays,
  onFree: (start: Instant, day: DayNumber) => void,
): void {
  const [firstGroup, ...furtherGroups] = weekGroups
  if (firstGroup !== undefined && furtherGroups.length === 0) {
    // With a single week the starts already come in order and without duplicates.
    eachFreeStart(service, firstGroup, span, onFree)
    return
  }
  const dayByStart = new Map<Instant, DayNumber>()
  for (const group of weekGroups)
    eachFreeStart(service, group, span, (start, day) => void dayByStart.set(start, day))
  for (const [start, day] of [...dayByStart].sort(([a], [b]) => a - b)) onFree(start, day)
}
