import type { Challenge } from 'altcha-lib/types'
import { type ClientResponse, hc, type InferRequestType, type InferResponseType } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import type { Day } from '../../src/shared/day.ts'
import { answerOf, isHtml, parse, settle } from './http.ts'

/** It puts path parameters in as they are: each must be encoded here. */
const api = hc<PublicApi>('/api')

export type Status = InferResponseType<typeof api.status.$get>
export type Practice = Status['practice']
export type Service = InferResponseType<typeof api.services.$get>[number]
export type Slot = { slot_start: string; slot_end: string }
export type DaySummary = { date: Day; available_count: number }
export type Closure = InferResponseType<typeof api.closures.$get>[number]
export type HoldRequest = InferRequestType<typeof api.hold.$post>['json']
export type Hold = InferResponseType<typeof api.hold.$post>
export type ConfirmRequest = InferRequestType<typeof api.booking.confirm.$post>['json']
export type Confirmation = InferResponseType<typeof api.booking.confirm.$post>
export type Booking = InferResponseType<(typeof api.bookings)[':id']['$get']>
export type Decision = 'confirm' | 'reject'
/** What became of the appointment: a sentence or a whole HTML text, where the server has one to show. */
export type Outcome = { status?: Booking['status']; note?: string; html?: string }
export type EmailVerification = InferRequestType<typeof api.email.verify.$post>['json']

const FRESH = { cache: 'no-store' } as const

/** Whether booking is open, and whose practice it is. */
export function getStatus(signal: AbortSignal): Promise<Status> {
  return answerOf(api.status.$get({}, { init: { signal } }))
}

/** Resolves when the portal can work again. */
export function getHealth(signal: AbortSignal): Promise<{ ok: boolean }> {
  return answerOf(api.health.$get({}, { init: { ...FRESH, signal } }))
}

export function getServices(signal?: AbortSignal): Promise<Service[]> {
  return answerOf(api.services.$get({}, { init: { ...until(signal) } }))
}

/** Free starts of one Vienna day, ascending. */
export function getSlots(date: Day, service: string, signal?: AbortSignal): Promise<Slot[]> {
  return answerOf(api.slots.$get({ query: { date, service } }, { init: { ...until(signal) } })) as Promise<
    Slot[]
  >
}

/** How many starts are free on each day from `from` to `to`, both included; at most 120 days. */
export function getSummary(from: Day, to: Day, service: string, signal?: AbortSignal): Promise<DaySummary[]> {
  const query = { summary: '1', from, to, service } as const
  return answerOf(api.slots.$get({ query }, { init: { ...FRESH, ...until(signal) } })) as Promise<
    DaySummary[]
  >
}

/** The closed days and holidays that touch the days from `from` to `to`, both included; at most 120 days. */
export function getClosures(from: Day, to: Day, signal?: AbortSignal): Promise<Closure[]> {
  return answerOf(api.closures.$get({ query: { from, to } }, { init: { ...until(signal) } }))
}

/** Reserves a slot for some minutes; a new hold of the same e-mail replaces the one before. */
export function placeHold(request: HoldRequest): Promise<Hold> {
  return answerOf(api.hold.$post({ json: request }))
}

/** Gives the slot back. `keepalive`, so that it also works while the page is being left. */
export function releaseHold(id: string): Promise<unknown> {
  return answerOf(
    api.hold[':id'].$delete({ param: { id: encodeURIComponent(id) } }, { init: { keepalive: true } }),
  )
}

export function extendHold(id: string): Promise<Hold> {
  return answerOf(api.hold[':id'].extend.$post({ param: { id: encodeURIComponent(id) } }))
}

/** Turns the hold into a request. The same hold again answers the same booking, so a second press is harmless. */
export function confirmBooking(request: ConfirmRequest): Promise<Confirmation> {
  return answerOf(api.booking.confirm.$post({ json: request }))
}

/** The overview; specification section 7 also allows a ready-made HTML text. */
export async function getBooking(id: string, signal?: AbortSignal): Promise<Booking | string> {
  const call = api.bookings[':id'].$get(
    { param: { id: encodeURIComponent(id) } },
    { init: { ...FRESH, ...until(signal) } },
  )
  const reached = await settle(call)
  return isHtml(reached) ? reached.text : parse(reached)
}

type DecisionRequest = {
  decision: Decision
  id: string
  /** For the patient; may be empty. */
  message: string
  /** Of the staff link. */
  sig: string
}

/** The practice's word on a request. The same decision again is harmless. */
export function decideBooking({ decision, ...json }: DecisionRequest): Promise<Outcome> {
  return outcomeOf(api.admin[decision].$post({ json }))
}

/** The patient calls the appointment off; `message` is the reason and may be empty. A second time is harmless. */
export function cancelBooking(json: { id: string; message: string }): Promise<Outcome> {
  return outcomeOf(api.patient.reject.$post({ json }))
}

/** True only in the browser that asked for the check. */
export function getEmailStatus(email: string, signal?: AbortSignal): Promise<{ verified: boolean }> {
  return answerOf(api.email.status.$get({ query: { email } }, { init: { ...FRESH, ...until(signal) } }))
}

export function sendEmailCheck(email: string): Promise<{ sent: boolean }> {
  return answerOf(api.email.send.$post({ json: { email } }))
}

/** By the link's token, or by the six-digit code in the browser that asked for it. */
export function verifyEmail(proof: EmailVerification): Promise<{ verified: boolean }> {
  return answerOf(api.email.verify.$post({ json: proof }))
}

/** A puzzle that a browser solves and a robot would have to pay for. */
export function getBotChallenge(signal: AbortSignal): Promise<Challenge> {
  return answerOf(api['bot-check'].challenge.$get({}, { init: { ...FRESH, signal } })) as Promise<Challenge>
}

function until(signal: AbortSignal | undefined) {
  return signal ? { signal } : {}
}

/** Specification section 7: JSON, or a whole HTML text in its place. */
async function outcomeOf(request: Promise<ClientResponse<Outcome>>): Promise<Outcome> {
  const reached = await settle(request)
  return isHtml(reached) ? { html: reached.text } : parse(reached)
}
