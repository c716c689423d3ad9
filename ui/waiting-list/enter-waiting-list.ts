import { hc } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import type { WaitingFor, Wishes } from '../../src/shared/waiting-list.ts'
import { checkedCall } from '../api/checked-call.ts'
import { request } from '../api/http.ts'

export type EntryRequest = WaitingFor & Wishes

const api = hc<PublicApi>('/api')

/**
 * Puts a booking, or a verified mailbox with a service, on the waiting list. A new entry replaces an older
 * one. The other calls about the waiting list are in ui/patient/waiting-list/, where the overview loads them
 * without the bot check.
 */
export function enterWaitingList(json: EntryRequest): Promise<{ id: string }> {
  return checkedCall((turnstile_token) => {
    const checked =
      turnstile_token === undefined || 'booking_id' in json ? json : { ...json, turnstile_token }
    return request(api['waiting-list'].$post({ json: checked }))
  })
}
