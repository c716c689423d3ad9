import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin, adminRequest } from '../../api/admin.ts'
import type { ListedService } from './service-entry.ts'

const KEY = ['admin', 'services']

/** Every service, also what is switched off, in the order of display. */
export function useServices() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminRequest(admin.services.$get({}, { init: { signal } })),
    staleTime: 0,
  })
  return {
    services: query.data,
    fault: query.error,
    loading: query.isFetching,
    reload: () => client.invalidateQueries({ queryKey: KEY }),
  }
}

/** Puts what was saved where the list shows it, so that nobody acts on the version before while the list is loaded anew. */
export function listSaved(client: QueryClient, saved: ListedService): void {
  client.setQueryData<ListedService[]>(KEY, (listed) =>
    listed?.map((service) => (service.id === saved.id ? saved : service)),
  )
}
