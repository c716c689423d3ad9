import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'
import { statusIn } from '../../api/admin-answers.ts'

/** Reads how the portal is: the sentences of its banner, and the numbers of requests and failures. */
export const adminStatusQuery = adminQuery(admin.status, {})

/** Parts of a page that ask for the status within these milliseconds share one answer. */
const SHARED_MS = 10_000

/** Loads the state of the portal, and again each minute. */
export function useAdminStatus() {
  return useQuery({ ...adminStatusQuery, ...EVERY_MINUTE, staleTime: SHARED_MS, select: statusIn })
}
