import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addDays, type Day } from '../../../src/shared/day.ts'
import { closuresQuery, freeKey, slotsQuery, summaryQuery } from '../queries.ts'
import type { Closure } from './closures.ts'
import { addMonths, findNextFree, loadSuggestions, type Sources, scanWindow } from './suggestions.ts'

/** The queries that these two read through have tried again themselves. */
const NO_MORE_TRIES = false

const NONE: readonly Closure[] = []

/** How many starts the days of a month have free. The month after it is asked for in wizardReducer. */
export function useFreeDays(serviceId: string, month: Day, today: Day) {
  const client = useQueryClient()
  const query = useQuery(monthQuery(serviceId, month, today))
  useEffect(() => {
    if (query.isSuccess) void client.prefetchQuery(monthQuery(serviceId, addMonths(month, 1), today))
  }, [client, query.isSuccess, serviceId, month, today])
  return query
}

/** The closures of a month. Nobody waits for them, and where they cannot be had nothing is said. */
export function useMonthClosures(month: Day, today: Day): readonly Closure[] {
  const client = useQueryClient()
  const { data = NONE } = useQuery(closuresQuery(...daysAhead(month, today)))
  useEffect(() => {
    void client.prefetchQuery(closuresQuery(...daysAhead(addMonths(month, 1), today)))
  }, [client, month, today])
  return data
}

/** The closures of the days that a load of the list has looked at. */
export function useLoadClosures(from: Day, today: Day): readonly Closure[] {
  const window = scanWindow(from, today) ?? { from, to: from }
  return useQuery(closuresQuery(window.from, window.to)).data ?? NONE
}

/** The "Nächster freier Termin" line; `data` is null when nothing is free for six months. */
export function useNextFree(serviceId: string, today: Day) {
  const client = useQueryClient()
  return useQuery({
    queryKey: freeKey(serviceId, 'next', today),
    queryFn: async () => (await findNextFree(sourcesOf(client, serviceId), today)) ?? null,
    retry: NO_MORE_TRIES,
  })
}

/** The list view, load by load; a service or start date of its own begins anew. */
export function useSuggestions(serviceId: string, from: Day, today: Day) {
  const client = useQueryClient()
  return useInfiniteQuery({
    queryKey: freeKey(serviceId, 'list', from, today),
    queryFn: ({ pageParam }) =>
      loadSuggestions(sourcesOf(client, serviceId), { from: pageParam, today, seed: serviceId }),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
    retry: NO_MORE_TRIES,
  })
}

/** The first of the month on which the day lies. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

function monthQuery(serviceId: string, month: Day, today: Day) {
  return summaryQuery(serviceId, ...daysAhead(month, today))
}

/** The first and the last day of the month, of the running one from today on. */
function daysAhead(month: Day, today: Day): [from: Day, to: Day] {
  const first = monthOf(month)
  return [first < today ? today : first, addDays(addMonths(first, 1), -1)]
}

/** List and next free slot read through the same cache as the calendar. */
function sourcesOf(client: QueryClient, serviceId: string): Sources {
  return {
    summary: (from, to) => client.fetchQuery(summaryQuery(serviceId, from, to)),
    slots: (day) => client.fetchQuery(slotsQuery(serviceId, day)),
  }
}
