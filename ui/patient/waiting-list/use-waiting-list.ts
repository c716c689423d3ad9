import { useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PublicApi } from '../../../src/http/app.ts'
import type { OfferOutcome } from '../../../src/shared/waiting-list-answers.ts'
import { request } from '../../api/http.ts'
import { publicQuery } from '../../api/public-query.ts'
import { queryClient } from '../../api/query-client.tsx'
import { keyOf } from '../../api/query-key.ts'

/** Entries and offers are loaded again each time, because offers come and go. */
const FRESH = { staleTime: 0 } as const

/** These calls are not in `public.ts`, so that the first screen does not load them. */
const api = hc<PublicApi>('/api', { init: { cache: 'no-store' } })

/** Loads one waiting entry by its id. */
export function useWaitingEntry(id: string) {
  return useQuery({
    ...publicQuery(api['waiting-list'][':id'], { param: { id: encodeURIComponent(id) } }),
    enabled: id !== '',
    ...FRESH,
  })
}

/** Loads on which weekdays the practice is open, and how long an offer stays open. */
export function useWaitingTerms() {
  return useQuery(publicQuery(api['waiting-list'].terms, {}))
}

/** Loads the waiting entry of a booking; `data` is null when there is none. */
export function useEntryOfBooking(booking_id: string) {
  return useQuery({ ...publicQuery(api['waiting-list'], { query: { booking_id } }), ...FRESH })
}

/** Loads an offer by its id. */
export function useOffer(id: string) {
  return useQuery({ ...publicQuery(api.patient.offer, { query: { id } }), ...FRESH })
}

/** Loads entries and offers again together, because one change can end both. */
export async function refreshWaitingList(): Promise<void> {
  const paths = [api['waiting-list'].$path(), api.patient.offer.$path()]
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: keyOf('public', path) })))
}

/** Deletes an entry. Nothing happens when it is already gone. */
export function leaveWaitingList(id: string): Promise<unknown> {
  return request(api['waiting-list'][':id'].$delete({ param: { id: encodeURIComponent(id) } }))
}

/** Accepts or declines an offer. Sending the same answer again changes nothing. */
export function answerOffer(json: { id: string; take: boolean }): Promise<OfferOutcome> {
  return request(api.patient.offer.$post({ json }))
}
