import { useQuery } from '@tanstack/react-query'
import { SERVICE_DEFAULTS } from '../../../src/shared/service/service-defaults.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { servicesIn } from '../../api/public.ts'
import { queryClient } from '../../api/query-client.tsx'
import type { ListedService } from './service-draft.ts'

const servicesQuery = adminQuery(admin.services, {})

/** The sentence for a list that could not be loaded. */
export const SERVICES_NOT_LOADED = 'Services konnten nicht geladen werden.'

/** Loads all services in display order, including the inactive ones, unless they are not needed. */
export function useServices({ enabled = true } = {}) {
  const query = useQuery({ ...servicesQuery, enabled, select: listedServicesIn })
  return { query, services: query.data, error: query.error }
}

/**
 * Returns the services of an answer. According to the specification, a service may lack fields, which then
 * have their defaults.
 */
export function listedServicesIn(answer: Parameters<typeof servicesIn<ListedService>>[0]): ListedService[] {
  return servicesIn(answer).map((service) => ({ ...SERVICE_DEFAULTS, ...service }))
}

/** Puts a saved service into the list, so that its new version is known before the list is loaded again. */
export function cacheSavedService(saved: ListedService): void {
  queryClient.setQueryData<ListedService[]>(
    servicesQuery.queryKey,
    (listed) => listed && servicesIn(listed).map((service) => (service.id === saved.id ? saved : service)),
  )
}
