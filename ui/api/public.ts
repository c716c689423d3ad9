import type { Challenge } from 'altcha-lib/types'
import { type ClientResponse, hc, type InferRequestType, type InferResponseType } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import { isHtml, parse, receive, request } from './http.ts'

/** hc() does not encode path parameters: each is encoded where it is passed. */
const api = hc<PublicApi>('/api')

export type Status = InferResponseType<typeof api.status.$get>
export type Practice = Status['practice']
export type Service = InferResponseType<typeof api.services.$get>[number]
type HoldRequest = InferRequestType<typeof api.hold.$post>['json']
type HoldAnswer = InferResponseType<typeof api.hold.$post>
type BookingRequest = InferRequestType<typeof api.booking.confirm.$post>['json']
type RequestedBooking = InferResponseType<typeof api.booking.confirm.$post>
export type Booking = InferResponseType<(typeof api.bookings)[':id']['$get']>
export type Decision = 'confirm' | 'reject'
/** The result of a change: a note, or a whole HTML document in place of the JSON. */
export type ChangeAnswer = { status?: Booking['status']; note?: string; html?: string }
/** With `move` the practice decides. */
type MoveAnswer = InferResponseType<typeof api.patient.move.$post>
export type MyBookings = InferResponseType<typeof api.my.bookings.$get>
/** What the verification of an address is for. */
export type VerificationPurpose = 'booking' | 'my-bookings'
type VerifyEmailRequest = InferRequestType<typeof api.email.verify.$post>['json']

const FRESH = { cache: 'no-store' } as const

/** Whether booking is open, and the practice's data. */
export function getStatus(signal: AbortSignal): Promise<Status> {
  return request(api.status.$get({}, { init: { signal } }))
}

/** Resolves when the portal works. */
export function getHealth(signal: AbortSignal): Promise<{ ok: boolean }> {
  return request(api.health.$get({}, { init: { ...FRESH, signal } }))
}

export function getServices(signal: AbortSignal): Promise<Service[]> {
  return request(api.services.$get({}, { init: { signal } }))
}

/** Reserves a slot for some minutes. A new hold with the same e-mail replaces the earlier one. */
export function placeHold(input: HoldRequest): Promise<HoldAnswer> {
  return request(api.hold.$post({ json: input }))
}

/** Releases the slot. With `keepalive` it also works while the page is being closed. */
export function releaseHold(id: string): Promise<unknown> {
  return request(
    api.hold[':id'].$delete({ param: { id: encodeURIComponent(id) } }, { init: { keepalive: true } }),
  )
}

export function extendHold(id: string): Promise<HoldAnswer> {
  return request(api.hold[':id'].extend.$post({ param: { id: encodeURIComponent(id) } }))
}

/** Turns the hold into a requested booking. The same hold again returns the same booking. */
export function requestBooking(input: BookingRequest): Promise<RequestedBooking> {
  return request(api.booking.confirm.$post({ json: input }))
}

/** The booking for the overview page, or a whole HTML document in its place. */
export async function getBooking(id: string, signal: AbortSignal): Promise<Booking | string> {
  const call = api.bookings[':id'].$get(
    { param: { id: encodeURIComponent(id) } },
    { init: { ...FRESH, signal } },
  )
  const raw = await receive(call)
  return isHtml(raw) ? raw.text : parse(raw)
}

type DecisionRequest = {
  decision: Decision
  id: string
  /** For the patient; may be empty. */
  message: string
  /** The signature of the staff link. */
  sig: string
}

/** Confirms or rejects a request. The same decision again changes nothing. */
export function decideBooking({ decision, ...json }: DecisionRequest): Promise<ChangeAnswer> {
  return outcomeOf(api.admin[decision].$post({ json }))
}

/** Cancels the appointment for the patient. `message` is the reason and may be empty. Cancelling twice changes nothing. */
export function cancelBooking(json: { id: string; message: string }): Promise<ChangeAnswer> {
  return outcomeOf(api.patient.reject.$post({ json }))
}

/** Moves the appointment for the patient. The time that it has keeps it there. `message` may be empty. */
export function moveBooking(json: { id: string; start: string; message: string }): Promise<MoveAnswer> {
  return request(api.patient.move.$post({ json }))
}

/** True only in the browser that requested the verification. */
export function getEmailStatus(email: string, signal: AbortSignal): Promise<{ verified: boolean }> {
  return request(api.email.status.$get({ query: { email } }, { init: { ...FRESH, signal } }))
}

export function sendVerificationEmail(
  email: string,
  purpose: VerificationPurpose,
): Promise<{ sent: boolean }> {
  return request(api.email.send.$post({ json: { email, purpose } }))
}

/** Verifies by the link's token, or by the six-digit code in the browser that requested it. */
export function verifyEmail(input: VerifyEmailRequest): Promise<{ verified: boolean }> {
  return request(api.email.verify.$post({ json: input }))
}

/** The appointments of the address that this browser has verified for it. */
export function getMyBookings(signal: AbortSignal): Promise<MyBookings> {
  return request(api.my.bookings.$get({}, { init: { ...FRESH, signal } }))
}

export function closeMyBookings(): Promise<unknown> {
  return request(api.my.session.$delete())
}

/** An ALTCHA proof-of-work challenge. */
export function getBotChallenge(signal: AbortSignal): Promise<Challenge> {
  return request(api['bot-check'].challenge.$get({}, { init: { ...FRESH, signal } })) as Promise<Challenge>
}

/** JSON, or a whole HTML document in its place. */
async function outcomeOf(call: Promise<ClientResponse<ChangeAnswer>>): Promise<ChangeAnswer> {
  const raw = await receive(call)
  return isHtml(raw) ? { html: raw.text } : parse(raw)
}
