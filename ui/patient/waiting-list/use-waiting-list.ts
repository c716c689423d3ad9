import { useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PublicApi } from '../../../src/http/app.ts'
import type { OfferReply, WaitingEntry, WaitingFor, Wishes } from '../../../src/shared/waiting-list.ts'
import { request } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

/** The first part of every key: an entry ends with its offer, and both with the appointment. */
const WAITING = 'waiting'

/** Always fresh: offers come and go. */
const FRESH = { staleTime: 0 } as const

/** Beside `public.ts`, so that the first screen does not load these calls. */
const api = hc<PublicApi>('/api', { init: { cache: 'no-store' } })

/** One entry by its id. */
export function useWaitingEntry(id: string) {
  return useQuery({
    queryKey: [WAITING, 'entry', id],
    queryFn: () => request(api['waiting-list'][':id'].$get({ param: { id: encodeURIComponent(id) } })),
    enabled: id !== '',
    ...FRESH,
  })
}

/** The entry of a booking, or null. */
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

export type EntryRequest = WaitingFor & Wishes

/** Puts a booking, or a verified mailbox and a service, on the waiting list. A new entry replaces the older one. */
export function enterWaitingList(json: EntryRequest): Promise<{ id: string }> {
  return request(api['waiting-list'].$post({ json }))
}

/** Does nothing when the entry is gone already. */
export function leaveWaitingList(id: string): Promise<unknown> {
  return request(api['waiting-list'][':id'].$delete({ param: { id: encodeURIComponent(id) } }))
}

/** The same answer again changes nothing. */
export function answerOffer(json: { id: string; take: boolean }): Promise<OfferReply> {
  return request(api.patient.offer.$post({ json }))
}
