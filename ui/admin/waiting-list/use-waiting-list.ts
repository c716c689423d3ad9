import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'

/** All who wait, the oldest entry first. */
export function useWaitingList() {
  return useQuery({
    ...adminQuery(admin['waiting-list'], {}),
    ...EVERY_MINUTE,
  })
}
