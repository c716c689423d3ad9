import { hc } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import type { WaitingFor, Wishes } from '../../src/shared/waiting-list.ts'
import { checkedCall } from '../api/checked-call.ts'
import { request } from '../api/http.ts'

/** The body of the call: what the patient waits for, and the wishes for a time. */
export type EntryRequest = WaitingFor & Wishes

const api = hc<PublicApi>('/api')

/**
 * Puts a booking, or a verified mailbox with a service, on the waiting list. A new entry replaces an older
 * one. The other calls about the waiting list are in ui/patient/waiting-list/, where the overview loads them
 * without the bot check.
 */
export function enterWaitingList(json: EntryRequest): Promise<{ id: string }> {
  return checkedCall((turnstile_token) => {
    // The call for a booking takes no token: whoever knows the booking's id needs no bot check.
    const hasToken = turnstile_token !== undefined && !('booking_id' in json)
    return request(api['waiting-list'].$post({ json: hasToken ? { ...json, turnstile_token } : json }))
  })
}
