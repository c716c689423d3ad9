import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.tsx'
import { findWaitingEntry, getOffer, getWaitingEntry } from '../api/waiting-list.ts'

/** The first part of every key: an entry ends with its offer, and both with the appointment. */
const WAITING = 'waiting'

/** Always fresh: offers come and go. */
const FRESH = { staleTime: 0 } as const

/** One entry by its id. */
export function useWaitingEntry(id: string) {
  return useQuery({
    queryKey: [WAITING, 'entry', id],
    queryFn: () => getWaitingEntry(id),
    enabled: id !== '',
    ...FRESH,
  })
}

/** The entry of a booking, or null. */
export function useEntryOfBooking(booking: string) {
  return useQuery({
    queryKey: [WAITING, 'booking', booking],
    queryFn: () => findWaitingEntry(booking),
    ...FRESH,
  })
}

export function useOffer(id: string) {
  return useQuery({ queryKey: [WAITING, 'offer', id], queryFn: () => getOffer(id), ...FRESH })
}

export function refreshWaiting(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [WAITING] })
}
