import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Service } from '../api/public.ts'
import { servicesQuery } from '../patient/services.ts'
import type { Dispatch } from './wizard/wizard.ts'

/** Loads all active services, and tells the wizard, which drops a chosen service that is not among them. */
export function useActiveServices(dispatch: Dispatch) {
  const query = useQuery(servicesQuery)
  const services = query.data
  useEffect(() => {
    if (services) dispatch({ type: 'services loaded', services })
  }, [services, dispatch])
  return query
}

/** Returns the chosen service; undefined for none, and while the services are loading. */
export function useChosenService(serviceId: string | undefined, dispatch: Dispatch): Service | undefined {
  return useActiveServices(dispatch).data?.find(({ id }) => id === serviceId)
}
