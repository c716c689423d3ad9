import type { Ctx } from '../ctx.ts'
import { type Day, dayFromNumber, dayNumber, type Instant } from '../shared/day.ts'
import { bookableDays } from './bookable-days.ts'
import { type BookableDays, countFreeStarts, eachFreeStart } from './grid.ts'
import { type Lanes, lanesOf } from './occupied-times.ts'
import { resourceIdsOf } from './resources.ts'
import { listActiveServices, type ServiceRow } from './services.ts'
import { type SlotSearch, toSearch } from './slot-search.ts'

/**
 * Returns the number of free starts for each Vienna day from `from` to `to`, both included.
 * @param search a search, or the id of a service to search for alone; undefined counts the distinct starts at
 * which at least one active service fits (docs/behaviour.md 3.9)
 * @param wish where `search` is undefined, the only resource whose services count
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function summariseDays(
  ctx: Ctx,
  from: Day,
  to: Day,
  search?: string | SlotSearch,
  wish?: string,
): { date: Day; available_count: number }[] {
  const first = dayNumber(from)
  const last = dayNumber(to)
  const span = bookableDays(ctx, first, last)
  const counts =
    search === undefined
      ? countAnyService(ctx, span, wish)
      : countOneService(ctx, span, toSearch(ctx, search))
  const days = []
  for (let day = first; day <= last; day++)
    days.push({ date: dayFromNumber(day), available_count: counts[day - span.from] ?? 0 })
  return days
}

/** Counts the free starts of each day for the service of the search. */
function countOneService(ctx: Ctx, span: BookableDays, search: SlotSearch): number[] {
  const lanes = lanesOf(ctx, search, span)
  const [lanesOfFirstWeek, ...further] = lanes
  if (lanesOfFirstWeek === undefined) return []
  if (further.length > 0) return countStarts(span, [{ service: search.service, lanes }])
  // For resources with the same working hours the grid reports each start once, so no set is needed.
  const [first = [], ...others] = lanesOfFirstWeek.occupied
  return countFreeStarts(search.service, lanesOfFirstWeek.week, first, span, others)
}

/** Counts the distinct starts of each day at which at least one active service fits. */
function countAnyService(ctx: Ctx, span: BookableDays, wish: string | undefined): number[] {
  const services = listActiveServices(ctx).filter(
    (service) => wish === undefined || resourceIdsOf(service).includes(wish),
  )
  const counted = services.map((service) => ({ service, lanes: lanesOf(ctx, { service, wish }, span) }))
  return countStarts(span, counted)
}

/** Counts the distinct starts of each day at which at least one service is free. */
function countStarts(
  span: BookableDays,
  counted: readonly Readonly<{ service: ServiceRow; lanes: readonly Lanes[] }>[],
): number[] {
  const dayByStart = new Map<Instant, number>()
  const noteStart = (start: Instant, day: number) => dayByStart.set(start, day)
  for (const { service, lanes } of counted)
    for (const { week, occupied } of lanes) {
      const [first = [], ...others] = occupied
      eachFreeStart(service, week, first, span, noteStart, others)
    }
  const counts: number[] = []
  for (const day of dayByStart.values()) counts[day - span.from] = (counts[day - span.from] ?? 0) + 1
  return counts
}
