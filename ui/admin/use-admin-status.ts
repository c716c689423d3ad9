import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery } from '../api/admin.ts'

/** Milliseconds. Source: docs/behaviour.md 12.24. */
const REFRESH = 60_000

export const STATUS_KEY = ['admin', 'status']

export function useAdminStatus() {
  return useQuery({
    ...adminQuery(STATUS_KEY, (options) => admin.status.$get({}, options)),
    refetchInterval: REFRESH,
  })
}
