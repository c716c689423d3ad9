import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery } from '../../api/admin.ts'

/** Milliseconds between two checks whether there is a booking. */
const WATCH_EVERY_MS = 5_000

/**
 * Loads the URLs of the portal, and whether anybody has booked there yet.
 * @param watchesBookings true to poll the server until there is a booking
 */
export function usePortalUrls({ watchesBookings = false } = {}) {
  return useQuery({
    ...adminQuery(admin.installation.address, {}),
    refetchInterval: ({ state }) => (watchesBookings && !state.data?.booked ? WATCH_EVERY_MS : false),
  })
}
