import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'

/** Loads the entries of the waiting list, the oldest first. */
export function useWaitingList() {
  return useQuery({
    ...adminQuery(admin['waiting-list'], {}),
    ...EVERY_MINUTE,
  })
}
