import { useQuery } from '@tanstack/react-query'
import { admin, adminRequest } from '../api/admin.ts'

/** Milliseconds. Source: docs/behaviour.md 12.24. */
const REFRESH = 60_000

export const STATUS_KEY = ['admin', 'status']

export function useAdminStatus() {
  return useQuery({
    queryKey: STATUS_KEY,
    queryFn: ({ signal }) => adminRequest(admin.status.$get({}, { init: { signal } })),
    refetchInterval: REFRESH,
    staleTime: 0,
  })
}
