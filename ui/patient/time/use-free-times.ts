import {
  type QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import type { Closure, WantedTimes } from '../../api/free-times.ts'
import { inAMoment } from '../../page/in-a-moment.ts'
import { addMonths } from './add-months.ts'
import { closuresQuery, daySummariesQuery, freeTimesQueryKey, slotsQuery } from './free-times-queries.ts'
import { shownDays } from './shown-days.ts'
import { type FreeTimeSources, findNextFree, loadSuggestions, scanOf } from './suggestions.ts'

/** A query that reads its data by other queries is not retried, because those are retried themselves. */
const NO_RETRY = false

/** One shared empty list, because a new one each time would cause renderings. */
const NO_CLOSURES: readonly Closure[] = []

/** A failed query is repeated at this interval, and at once when the browser is online again. */
const REPEAT_EVERY_MS = 15_000
const REPEAT_FAILED = {
  refetchInterval: ({ state }: { state: { error: Error | null } }) => state.error !== null && REPEAT_EVERY_MS,
}

/** Returns true from the first failure until there are data, also while the query is being repeated. */
export function hasFailed(query: Pick<UseQueryResult, 'data' | 'errorUpdateCount'>): boolean {
  return query.data === undefined && query.errorUpdateCount > 0
}

/** Loads the number of free times on each shown day of a month. The next month is fetched in advance. */
export function useFreeDays(wanted: WantedTimes, month: Day, today: Day) {
  const client = useQueryClient()
  const query = useQuery({ ...monthSummaryQuery(wanted, month, today), ...REPEAT_FAILED })
  useEffect(() => {
    if (!query.isSuccess) return undefined
    return inAMoment(() => client.prefetchQuery(monthSummaryQuery(wanted, addMonths(month, 1), today)))
  }, [client, query.isSuccess, wanted, month, today])
  return query
}

/** Returns the closures of a month; none while they are loading or when loading has failed. */
export function useClosuresOfMonth(month: Day, today: Day): readonly Closure[] {
  const client = useQueryClient()
  const { data = NO_CLOSURES } = useQuery(monthClosuresQuery(month, today))
  useEffect(
    () => inAMoment(() => client.prefetchQuery(monthClosuresQuery(addMonths(month, 1), today))),
    [client, month, today],
  )
  return data
}

/** Returns the closures of the days that one load of the list has scanned. */
export function useClosuresOfLoad(from: Day, today: Day): readonly Closure[] {
  // A load beyond the last month scans no days, but a hook must be called with some.
  const scanned = scanOf(from, today) ?? { from, to: from }
  return useQuery(closuresQuery(scanned.from, scanned.to)).data ?? NO_CLOSURES
}

/** Loads the next free slot. `data` is null when nothing is free for six months. */
export function useNextFree(wanted: WantedTimes, today: Day) {
  const client = useQueryClient()
  return useQuery({
    queryKey: freeTimesQueryKey(wanted, 'next', today),
    queryFn: async () => (await findNextFree(sourcesOf(client, wanted), today)) ?? null,
    retry: NO_RETRY,
    ...REPEAT_FAILED,
  })
}

/** Loads the suggestions of the list view, one load after the other. */
export function useSuggestions(wanted: WantedTimes, from: Day, today: Day) {
  const client = useQueryClient()
  return useInfiniteQuery({
    queryKey: freeTimesQueryKey(wanted, 'list', from, today),
    queryFn: ({ pageParam }) =>
      loadSuggestions(sourcesOf(client, wanted), {
        from: pageParam,
        today,
        // The service or booking and the wished doctor, so that a reload suggests the same times.
        seed: Object.values(wanted).join(),
      }),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
    retry: NO_RETRY,
  })
}

function monthSummaryQuery(wanted: WantedTimes, month: Day, today: Day) {
  const { from, to } = shownDays(month, today)
  return daySummariesQuery(wanted, from, to)
}

function monthClosuresQuery(month: Day, today: Day) {
  const { from, to } = shownDays(month, today)
  return closuresQuery(from, to)
}

/** Reads free times through the calendar's queries, so that list and next free slot share their cache. */
function sourcesOf(client: QueryClient, wanted: WantedTimes): FreeTimeSources {
  return {
    summary: (from, to) => client.fetchQuery(daySummariesQuery(wanted, from, to)),
    slots: (day) => client.fetchQuery(slotsQuery(wanted, day)),
  }
}
