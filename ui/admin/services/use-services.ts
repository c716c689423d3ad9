import { type QueryClient, useQuery } from '@tanstack/react-query'
import { admin, adminQuery, refreshShown } from '../../api/admin.ts'
import type { ListedService } from './service-entry.ts'

const KEY = ['admin', 'services']

export const SERVICES_NOT_LOADED = 'Services konnten nicht geladen werden.'

/** All services in display order, inactive ones too. */
export function useServices() {
  const query = useQuery(adminQuery(KEY, (options) => admin.services.$get({}, options)))
  return {
    query,
    services: query.data,
    error: query.error,
    reload: refreshShown,
  }
}

/** Puts a saved service into the list, so that its new version is known before the list is loaded again. */
export function listSaved(client: QueryClient, saved: ListedService): void {
  client.setQueryData<ListedService[]>(KEY, (listed) =>
    listed?.map((service) => (service.id === saved.id ? saved : service)),
  )
}
