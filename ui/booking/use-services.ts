import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Service } from '../api/public.ts'
import { servicesQuery } from './queries.ts'
import type { Send } from './use-wizard.ts'

/** All services on offer; the wizard drops a chosen one that is not among them. */
export function useServices(send: Send) {
  const query = useQuery(servicesQuery)
  const services = query.data
  useEffect(() => {
    if (services) send({ type: 'services loaded', services })
  }, [services, send])
  return query
}

/** The chosen service; undefined while the list is on its way. */
export function useChosenService(serviceId: string | undefined, send: Send): Service | undefined {
  return useServices(send).data?.find(({ id }) => id === serviceId)
}
