import { queryOptions } from '@tanstack/react-query'
import { MINUTE } from '../../src/shared/day.ts'
import { getServices } from '../api/public.ts'
import { queryClient } from '../api/query-client.tsx'

export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: ({ signal }) => getServices(signal),
  staleTime: 5 * MINUTE,
})

/** Loads the services again after one of them has changed. */
export function refreshServices(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey })
}
