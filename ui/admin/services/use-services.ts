import { useQuery, useQueryClient } from '@tanstack/react-query'
import { admin, adminAnswer } from '../admin-call.ts'

const KEY = ['admin', 'services']

/** Every service, also what is switched off, in the order of display. */
export function useServices() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminAnswer(admin.services.$get({}, { init: { signal } })),
    staleTime: 0,
  })
  return {
    services: query.data,
    fault: query.error,
    loading: query.isFetching,
    reload: () => client.invalidateQueries({ queryKey: KEY }),
  }
}
