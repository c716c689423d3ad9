import type { ClientResponse } from 'hono/client'
import { setServerTime } from './server-clock.ts'

const NO_CONNECTION = 'Keine Verbindung. Ihre Angaben bleiben hier.'
const TRY_AGAIN = 'Noch einmal?'

/** Matches a bare code, such as `slot_taken`. */
const BARE_CODE = /^\p{Ll}[\w ]*$/u

/**
 * The error of a call that the server has refused, or that did not reach it (`status` 0). Its `message` is
 * shown.
 */
export class ApiError extends Error {
  readonly status: number
  /** The server's `error`: `slot_taken`, `hold_expired` … */
  readonly code: string
  /** A message for each invalid field, by its wire name. */
  readonly fields: Readonly<Record<string, string>>
  /** All fields of the response: `start_local`, `starts_in_hours`, `phone` … */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = typeof facts.error === 'string' ? facts.error : ''
    this.fields = (facts.fields ?? {}) as Readonly<Record<string, string>>
    this.facts = facts
  }
}

/** Returns whether the server refused the call with this code. */
export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** Returns the server's sentence for each invalid field by its wire name, and {} for any other error. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}

/** Returns the sentence of a failed call; undefined for a bare code, and for an error in our own code. */
export function reasonOf(error: Error): string | undefined {
  return error instanceof ApiError && !BARE_CODE.test(error.message) ? error.message : undefined
}

/** The parsed body of a response. */
export type ResultOf<R> = R extends ClientResponse<infer Result> ? Result : never

/** A response with its body, not parsed yet. */
export type RawResponse<R> = { response: R; text: string }

/** Makes the error of a refused call. `json` is undefined if the body is not JSON. */
type ToError = (raw: RawResponse<ClientResponse<unknown>>, json: unknown) => ApiError

/**
 * Waits for the response of a call and parses its JSON. Returns undefined for an empty body.
 * @throws ApiError made by `toError` for a refusal, and for a response that is not JSON
 */
export async function request<R extends ClientResponse<unknown>>(
  call: Promise<R>,
  toError: ToError = publicError,
): Promise<ResultOf<R>> {
  return parseResponse(await receive(call), toError)
}

/**
 * Waits for the response and its body.
 * @throws ApiError with status 0 when the server cannot be reached; DOMException for an aborted call
 */
export async function receive<R extends ClientResponse<unknown>>(call: Promise<R>): Promise<RawResponse<R>> {
  const askedAt = Date.now()
  try {
    const response = await call
    setServerTime(response.headers.get('date'), askedAt)
    return { response, text: await response.text() }
  } catch (error) {
    // The caller has aborted the call, or its time is up.
    if (error instanceof DOMException) throw error
    throw new ApiError(0, `${NO_CONNECTION} ${TRY_AGAIN}`)
  }
}

/** Returns the parsed JSON. Throws for any other body that is not empty, such as a proxy's error page. */
export function parseResponse<R extends ClientResponse<unknown>>(
  raw: RawResponse<R>,
  toError: ToError = publicError,
): ResultOf<R> {
  const { response, text } = raw
  const json = isOfType(response, 'application/json') ? jsonIn(text) : undefined
  if (response.ok && (json !== undefined || text === '')) return json as ResultOf<R>
  throw toError(raw, json)
}

/**
 * Returns the fields of a refusal and its message: the server's sentence, else its code, but never markup. A
 * failure of our own server has a code or a full stop; a proxy in front of it says "Bad Gateway".
 */
export function readRefusal(
  status: number,
  json: unknown,
): { facts: Record<string, unknown>; message: string | undefined } {
  const facts = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const isCode = typeof facts.error === 'string' && BARE_CODE.test(facts.error)
  const isOurs = (text: string) => status < 500 || isCode || /[.!?]$/.test(text)
  // A text that contains < is markup.
  const canBeShown = (text: unknown): text is string =>
    typeof text === 'string' && /^[^<]+$/.test(text) && isOurs(text)
  return { facts, message: [facts.message, facts.error].find(canBeShown) }
}

/**
 * Returns the texts to show for a failed call. The title is the server's own sentence, else `fallback`.
 * Without a connection it is not the practice that has failed, so our own sentence is shown alone.
 */
export function failureText(error: Error, fallback: string): { title: string; detail?: string } {
  if (!(error instanceof ApiError)) return { title: fallback }
  if (error.status === 0) return { title: NO_CONNECTION, detail: TRY_AGAIN }
  const isBroken = error.message === brokenAnswerText(error.status)
  return { title: (!isBroken && reasonOf(error)) || fallback }
}

/** Returns whether the body of a response is of this media type, whatever its charset. */
export function isOfType(response: { headers: Headers }, type: string): boolean {
  return response.headers.get('content-type')?.split(';')[0]?.trim() === type
}

/** Parses JSON. Returns undefined for any other text, such as truncated JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the sentence for an answer without one, such as a proxy's page. */
export function brokenAnswerText(status: number): string {
  return `Der Server antwortet gerade nicht richtig (HTTP ${status}). ${TRY_AGAIN}`
}

/**
 * Makes the error of a refusal. Its message is the server's sentence, else its code, else a sentence with the
 * status (docs/behaviour.md 13.10).
 */
function publicError({ response }: RawResponse<ClientResponse<unknown>>, json: unknown): ApiError {
  const { status } = response
  const { facts, message } = readRefusal(status, json)
  return new ApiError(status, message ?? brokenAnswerText(status), facts)
}
