import { useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PublicApi } from '../../../src/http/app.ts'
import type { OfferReply, WaitingEntry } from '../../../src/shared/waiting-list.ts'
import { request } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

/**
 * The first part of every key. Entries and offers are loaded again together, because one change can end both.
 */
const WAITING = 'waiting'

/** Nothing is cached, because offers come and go. */
const FRESH = { staleTime: 0 } as const

/** These calls are not in `public.ts`, so that the first screen does not load them. */
const api = hc<PublicApi>('/api', { init: { cache: 'no-store' } })

/** Loads one waiting entry by its id. */
export function useWaitingEntry(id: string) {
  return useQuery({
    queryKey: [WAITING, 'entry', id],
    queryFn: () => request(api['waiting-list'][':id'].$get({ param: { id: encodeURIComponent(id) } })),
    enabled: id !== '',
    ...FRESH,
  })
}

/** Loads on which weekdays the practice is open, and how long an offer stands. */
export function useWaitingTerms() {
  return useQuery({ queryKey: [WAITING, 'terms'], queryFn: () => request(api['waiting-list'].terms.$get()) })
}

/** Loads the waiting entry of a booking; `data` is null when there is none. */
export function useEntryOfBooking(booking_id: string) {
  return useQuery({
    queryKey: [WAITING, 'booking', booking_id],
    queryFn: (): Promise<WaitingEntry | null> => request(api['waiting-list'].$get({ query: { booking_id } })),
    ...FRESH,
  })
}

export function useOffer(id: string) {
  return useQuery({
    queryKey: [WAITING, 'offer', id],
    queryFn: () => request(api.patient.offer.$get({ query: { id } })),
    ...FRESH,
  })
}

export function refreshWaiting(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [WAITING] })
}

/** Deletes an entry. Nothing happens when it is already gone. */
export function leaveWaitingList(id: string): Promise<unknown> {
  return request(api['waiting-list'][':id'].$delete({ param: { id: encodeURIComponent(id) } }))
}

/** Accepts or declines an offer. Sending the same answer again changes nothing. */
export function answerOffer(json: { id: string; take: boolean }): Promise<OfferReply> {
  return request(api.patient.offer.$post({ json }))
}
