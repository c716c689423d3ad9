import { hc } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import type {
  OfferAnswer,
  OfferReply,
  WaitingEntry,
  WaitingFor,
  Wishes,
} from '../../src/shared/waiting-list.ts'
import { ApiError, request } from './http.ts'

/** Beside `public.ts`, so that the first screen does not load these calls. */
const api = hc<PublicApi>('/api', { init: { cache: 'no-store' } })

export type EntryRequest = WaitingFor & Wishes

/** Puts a booking, or a verified mailbox and a service, on the waiting list. A new entry replaces the older one. */
export function enterWaitingList(json: EntryRequest): Promise<{ id: string }> {
  return request(api['waiting-list'].$post({ json }))
}

export function getWaitingEntry(id: string): Promise<WaitingEntry> {
  return request(api['waiting-list'][':id'].$get({ param: { id: encodeURIComponent(id) } }))
}

/** Null for a booking that is not on the list. */
export function findWaitingEntry(booking_id: string): Promise<WaitingEntry | null> {
  return request(api['waiting-list'].$get({ query: { booking_id } })).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

/** Does nothing when the entry is gone already. */
export function leaveWaitingList(id: string): Promise<unknown> {
  return request(api['waiting-list'][':id'].$delete({ param: { id: encodeURIComponent(id) } }))
}

export function getOffer(id: string): Promise<OfferAnswer> {
  return request(api.patient.offer.$get({ query: { id } }))
}

/** The same answer again changes nothing. */
export function answerOffer(json: { id: string; take: boolean }): Promise<OfferReply> {
  return request(api.patient.offer.$post({ json }))
}
