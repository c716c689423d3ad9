import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, RELOAD_EVERY_MINUTE } from '../../api/admin.ts'
import { statusIn } from '../../api/admin-answers.ts'

/** Reads the state of the portal: the sentences of the banner, and the numbers of requests and failures. */
export const adminStatusQuery = adminQuery(admin.status, {})

/** Milliseconds for which parts of a page share one answer. */
const SHARED_MS = 10_000

/** Loads the state of the portal every minute. */
export function useAdminStatus() {
  return useQuery({ ...adminStatusQuery, ...RELOAD_EVERY_MINUTE, staleTime: SHARED_MS, select: statusIn })
}
