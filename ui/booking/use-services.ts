import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Service } from '../api/public.ts'
import { servicesQuery } from '../patient/services.ts'
import type { Dispatch } from './wizard/wizard.ts'

/** Loads all active services. The wizard drops a chosen one that is not among them. */
export function useActiveServices(dispatch: Dispatch) {
  const query = useQuery(servicesQuery)
  const services = query.data
  useEffect(() => {
    if (services) dispatch({ type: 'services loaded', services })
  }, [services, dispatch])
  return query
}

/** Returns the chosen service, or undefined while the list is loading. */
export function useChosenService(serviceId: string | undefined, dispatch: Dispatch): Service | undefined {
  return useActiveServices(dispatch).data?.find(({ id }) => id === serviceId)
}
