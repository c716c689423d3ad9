import { type ClientResponse, hc, type InferResponseType } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import {
  ApiError,
  brokenAnswerText,
  isOfType,
  parseResponse,
  type ResultOf,
  receive,
  request,
} from './http.ts'
import { publicQuery } from './public-query.ts'

/** These calls are not in `public.ts`, because the first screen does not need to load them. */
const api = hc<PublicApi>('/api', { init: { cache: 'no-store' } })

/** The booking as its patient may see it. */
export type Booking = InferResponseType<(typeof api.bookings)[':id']['$get']>
/** One appointment: its booking, or a whole HTML document instead of JSON. */
export type Appointment = { booking: Booking; html?: undefined } | { booking?: undefined; html: string }
/** The practice's answer to a request. */
export type Decision = 'confirm' | 'reject'
/** The start of an appointment as an instant, and as Vienna's wall time. */
type Start = { start: string; start_local: string }
/** The result of a change: the changed booking and a note, or a whole HTML document instead of JSON. */
export type ChangeAnswer = {
  status?: Booking['status']
  slot?: Start | undefined
  move?: Start | undefined
  note?: string
  html?: string
}
/** The booking after a move. If it has a `move`, the practice still has to decide on the new time. */
type MoveAnswer = InferResponseType<typeof api.patient.move.$post>
/** The appointments of an e-mail address. */
export type MyBookings = InferResponseType<typeof api.my.bookings.$get>

/** Loads an appointment by the id in its link. @throws ApiError */
export async function getAppointment(id: string, signal: AbortSignal): Promise<Appointment> {
  const call = api.bookings[':id'].$get({ param: { id: encodeURIComponent(id) } }, { init: { signal } })
  const { json, html } = await jsonOrHtml(call)
  if (html !== undefined) return { html }
  // An empty answer, such as a proxy's, is no appointment.
  if (!json?.id) throw new ApiError(200, brokenAnswerText(200))
  return { booking: json }
}

type DecisionRequest = {
  decision: Decision
  id: string
  /** The words to the patient; may be empty. */
  message: string
  /** The signature of the staff link. */
  sig: string
}

/** Confirms or rejects a request. Repeating the decision changes nothing. */
export function decideBooking({ decision, ...json }: DecisionRequest): Promise<ChangeAnswer> {
  return readChange(api.admin[decision].$post({ json }))
}

/**
 * Cancels the appointment for the patient. `message`, the reason, may be empty. Repeating the call changes
 * nothing.
 */
export function cancelBooking(json: { id: string; message: string }): Promise<ChangeAnswer> {
  return readChange(api.patient.reject.$post({ json }))
}

/**
 * Moves the appointment for the patient. Moving it to its present start withdraws an open move. `message` may
 * be empty.
 */
export function moveBooking(json: {
  id: string
  start: string
  message: string
  /** The id of the doctor or room to move to; without it, the appointment stays with its own. */
  resource?: string
}): Promise<MoveAnswer> {
  return request(api.patient.move.$post({ json }))
}

/** Queries the appointments of the e-mail address with which this browser has opened the list. */
export const myBookingsQuery = publicQuery(api.my.bookings, {})

/** Closes the list of appointments in this browser, so that other users of the browser cannot read it. */
export function closeMyBookings(): Promise<unknown> {
  return request(api.my.session.$delete())
}

/** Waits for the answer to a change. @throws ApiError */
async function readChange(call: Promise<ClientResponse<ChangeAnswer>>): Promise<ChangeAnswer> {
  const { json, html } = await jsonOrHtml(call)
  // An answer that says nothing is a success too.
  return html === undefined ? { ...json } : { html }
}

/** Reads JSON or a whole HTML document, because the specification allows both. @throws ApiError */
async function jsonOrHtml<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<{ json: ResultOf<R>; html?: undefined } | { json?: undefined; html: string }> {
  const raw = await receive(call)
  return raw.response.ok && isOfType(raw.response, 'text/html')
    ? { html: raw.text }
    : { json: parseResponse(raw) }
}
