import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery } from '../../api/admin.ts'

/** Milliseconds between two looks for the first booking. */
const WATCH_EVERY_MS = 5_000

/**
 * Loads the addresses of the portal, and whether anybody has booked there yet.
 * @param watchesBookings looks again every few seconds until somebody has
 */
export function usePortalAddress({ watchesBookings = false } = {}) {
  return useQuery({
    ...adminQuery(admin.installation.address, {}),
    refetchInterval: ({ state }) => (watchesBookings && !state.data?.booked ? WATCH_EVERY_MS : false),
  })
}
