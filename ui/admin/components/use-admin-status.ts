import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'
import { statusIn } from '../../api/admin-answers.ts'

export const adminStatusQuery = adminQuery(admin.status, {})

/** Parts of a page that ask for the status within these milliseconds share one answer. */
const SHARED_MS = 10_000

export function useAdminStatus() {
  return useQuery({ ...adminStatusQuery, ...EVERY_MINUTE, staleTime: SHARED_MS, select: statusIn })
}
