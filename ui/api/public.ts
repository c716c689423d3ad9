import { hc, type InferRequestType, type InferResponseType } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import { request } from './http.ts'

/** The calls of patients' pages. hc() does not encode path parameters, so each caller does. */
const api = hc<PublicApi>('/api')

type FullStatus = InferResponseType<typeof api.status.$get>
/** Whether the practice can be booked, and its data. The specification lets a server leave these out. */
export type Status = Partial<FullStatus>
/** The practice as patients see it: name, address, links. */
export type Practice = FullStatus['practice']
/** A service that can be booked. */
export type Service = InferResponseType<typeof api.services.$get>[number]
type HoldRequest = InferRequestType<typeof api.hold.$post>['json']
type HoldAnswer = InferResponseType<typeof api.hold.$post>
type BookingRequest = InferRequestType<typeof api.booking.confirm.$post>['json']
type RequestedBooking = InferResponseType<typeof api.booking.confirm.$post>
type SendEmailRequest = InferRequestType<typeof api.email.send.$post>['json']
/** The reason why an e-mail address is verified. */
export type VerificationPurpose = NonNullable<SendEmailRequest['purpose']>
type VerifyEmailRequest = InferRequestType<typeof api.email.verify.$post>['json']

/** Keeps the browser from answering from its cache. */
const FRESH = { cache: 'no-store' } as const

/** Returns the practice's data and whether booking is open. */
export function getStatus(signal: AbortSignal): Promise<Status> {
  return request(api.status.$get({}, { init: { signal } }))
}

/** Resolves when the portal works. */
export function getHealth(signal: AbortSignal): Promise<{ ok: boolean }> {
  return request(api.health.$get({}, { init: { ...FRESH, signal } }))
}

/** Returns the services that can be booked. */
export async function getServices(signal: AbortSignal): Promise<Service[]> {
  return servicesIn(await request(api.services.$get({}, { init: { signal } })))
}

/**
 * Returns the services of an answer: a list, or an object with the field `services` or `list`, as the
 * specification allows in the admin area.
 */
export function servicesIn<S>(answer: S[] | Readonly<{ services?: S[]; list?: S[] }>): S[] {
  // `Object` lets a faulty answer, such as null, have neither field.
  const { services, list } = Object(answer) as Readonly<{ services?: S[]; list?: S[] }>
  return [answer, services, list].find((listed) => Array.isArray(listed)) ?? []
}

/** Reserves a slot for some minutes. A new hold with the same e-mail replaces the earlier one. */
export function placeHold(input: HoldRequest): Promise<HoldAnswer> {
  return request(api.hold.$post({ json: input }))
}

/** Ends the hold, which frees its time. With `keepalive` it also works while the page is being closed. */
export function endHold(id: string): Promise<unknown> {
  return request(
    api.hold[':id'].$delete({ param: { id: encodeURIComponent(id) } }, { init: { keepalive: true } }),
  )
}

/**
 * Extends a hold to its full duration again, as far as the server allows.
 * @throws ApiError when it has ended
 */
export function extendHold(id: string): Promise<HoldAnswer> {
  return request(api.hold[':id'].extend.$post({ param: { id: encodeURIComponent(id) } }))
}

/** Turns the hold into a requested booking. Repeating the call returns the same booking. */
export function requestBooking(input: BookingRequest): Promise<RequestedBooking> {
  return request(api.booking.confirm.$post({ json: input }))
}

/** Returns `verified: true` only in the browser that requested the verification. */
export function getEmailStatus(email: string, signal: AbortSignal): Promise<{ verified: boolean }> {
  return request(api.email.status.$get({ query: { email } }, { init: { ...FRESH, signal } }))
}

/** Sends an e-mail with a link and a code that verify its address. */
export function sendVerificationEmail(input: SendEmailRequest): Promise<{ sent: boolean }> {
  return request(api.email.send.$post({ json: input }))
}

/**
 * Verifies an e-mail address by the token of the link, or by the six-digit code in the browser that asked for
 * it.
 */
export function verifyEmail(input: VerifyEmailRequest): Promise<{ verified: boolean }> {
  return request(api.email.verify.$post({ json: input }))
}
