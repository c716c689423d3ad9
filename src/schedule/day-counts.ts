import type { Ctx } from '../ctx.ts'
import { type Day, type DayNumber, dayFromNumber, dayNumber, type Instant } from '../shared/day.ts'
import { bookableDays } from './bookable-days.ts'
import { type BookableDays, countFreeStarts, eachFreeStart, type WeekGroup } from './grid.ts'
import { readWeekGroups } from './occupied-times.ts'
import { resourceIdsOf } from './resources.ts'
import { listActiveServices, type ServiceRow } from './services.ts'
import { type SlotSearch, toSlotSearch } from './slot-search.ts'

/** The Vienna days from `from` to `to`, both included, and what to count on them. */
type SummaryInput = Readonly<{
  from: Day
  to: Day
  /**
   * A search, or the id of a service to search for alone. Undefined counts the distinct starts at which at
   * least one active service fits (docs/behaviour.md 3.9).
   */
  search?: string | SlotSearch | undefined
  /** The only resource whose services count. It is read only without a search, which has its own wish. */
  wish?: string | undefined
}>

/**
 * Returns the number of free starts on each day.
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function summariseDays(
  ctx: Ctx,
  { from, to, search, wish }: SummaryInput,
): { date: Day; available_count: number }[] {
  const first = dayNumber(from)
  const last = dayNumber(to)
  const span = bookableDays(ctx, first, last)
  const counts =
    search === undefined
      ? countAnyService(ctx, span, wish)
      : countOneService(ctx, span, toSlotSearch(ctx, search))
  const days = []
  for (let day = first; day <= last; day++)
    days.push({ date: dayFromNumber(day), available_count: counts[day - span.from] ?? 0 })
  return days
}

/** Counts the free starts of each day for the service of the search. */
function countOneService(ctx: Ctx, span: BookableDays, search: SlotSearch): number[] {
  const { service } = search
  const weekGroups = readWeekGroups(ctx, search, span)
  const [firstGroup, ...furtherGroups] = weekGroups
  if (firstGroup === undefined) return []
  if (furtherGroups.length > 0) return countDistinctStarts(span, [{ service, weekGroups }])
  // For resources with the same working hours the grid reports each start once, so no set is needed.
  return countFreeStarts(service, firstGroup, span)
}

/** Counts the distinct starts of each day at which at least one active service fits. */
function countAnyService(ctx: Ctx, span: BookableDays, wish: string | undefined): number[] {
  const services = listActiveServices(ctx).filter(
    (service) => wish === undefined || resourceIdsOf(service).includes(wish),
  )
  const counted = services.map((service) => ({
    service,
    weekGroups: readWeekGroups(ctx, { service, wish }, span),
  }))
  return countDistinctStarts(span, counted)
}

/** Counts the distinct starts of each day at which at least one service is free. */
function countDistinctStarts(
  span: BookableDays,
  counted: readonly Readonly<{ service: ServiceRow; weekGroups: readonly WeekGroup[] }>[],
): number[] {
  const dayByStart = new Map<Instant, DayNumber>()
  for (const { service, weekGroups } of counted)
    for (const group of weekGroups)
      eachFreeStart(service, group, span, (start, day) => dayByStart.set(start, day))
  const counts: number[] = []
  for (const day of dayByStart.values()) counts[day - span.from] = (counts[day - span.from] ?? 0) + 1
  return counts
}
