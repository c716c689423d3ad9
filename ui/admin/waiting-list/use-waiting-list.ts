import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, RELOAD_EVERY_MINUTE } from '../../api/admin.ts'

/** Loads the entries of the waiting list, the oldest first. */
export function useWaitingList() {
  return useQuery({
    ...adminQuery(admin['waiting-list'], {}),
    ...RELOAD_EVERY_MINUTE,
  })
}
