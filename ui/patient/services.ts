import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PageData } from '../../src/http/page-data.ts'
import { MINUTE } from '../../src/shared/day.ts'
import { getServices } from '../api/public.ts'
import { queryClient } from '../api/query-client.tsx'

/** Queries the active services. They seldom change, so they are loaded again only after some minutes. */
export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: ({ signal }) => getServices(signal),
  staleTime: 5 * MINUTE,
})

/**
 * Puts the services that came with the page into the cache, where their query looks for them. Services that
 * were loaded meanwhile stay, because a step may come long after the page.
 * @param updatedAt when they were read, in epoch milliseconds
 */
export function keepBroughtServices(client: QueryClient, { services }: PageData, updatedAt: number): void {
  const { queryKey } = servicesQuery
  if (services && !client.getQueryData(queryKey)) client.setQueryData(queryKey, services, { updatedAt })
}

/** Loads the services again after one of them has changed. */
export function refreshServices(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey })
}
