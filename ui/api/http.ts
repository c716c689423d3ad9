import type { ClientResponse } from 'hono/client'
import { noteServerTime } from './server-clock.ts'

/** The error of a call that the server refused or that did not reach it (`status` 0). `message` is shown. */
export class ApiError extends Error {
  readonly status: number
  /** The server's `error`: `slot_taken`, `hold_expired` … */
  readonly code: string
  /** A message for each invalid field, by its wire name. */
  readonly fields: Readonly<Record<string, string>>
  /** The whole response: `start_local`, `starts_in_hours`, `phone` … */
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
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}

/** Returns the message of a failed call, and `failure` for an error in our own code. */
export function sentenceOf(error: Error, failure: string): string {
  return error instanceof ApiError ? error.message : failure
}

/** Returns the message of a failed call, unless it only says "/api/slots → HTTP 502". */
export function reasonOf(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.message.endsWith(statusText(error.status))) return undefined
  return error.message
}

export type ResultOf<R> = R extends ClientResponse<infer Result> ? Result : never

/** A response with its body, not parsed yet. */
export type RawResponse<R> = { response: R; text: string }

/** Makes the error of a refused call. `json` is undefined for a body that is not JSON. */
type ToError = (raw: RawResponse<ClientResponse<unknown>>, json: unknown) => ApiError

/**
 * Waits for the response of a call and parses its JSON. Returns undefined for an empty body.
 * @throws ApiError made by `toError` for a refusal, and for a response that is not JSON
 */
export async function request<R extends ClientResponse<unknown>>(
  call: Promise<R>,
  toError: ToError = publicError,
): Promise<ResultOf<R>> {
  return parse(await receive(call), toError)
}

/**
 * Waits for the response and its body.
 * @throws ApiError with status 0 when the server cannot be reached; DOMException for an aborted call
 */
export async function receive<R extends ClientResponse<unknown>>(call: Promise<R>): Promise<RawResponse<R>> {
  try {
    const response = await call
    noteServerTime(response.headers.get('date'))
    return { response, text: await response.text() }
  } catch (error) {
    // The caller has aborted the call, or its time is up.
    if (error instanceof DOMException) throw error
    throw new ApiError(0, 'Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.')
  }
}

/** Returns the parsed JSON. Throws for any other body that is not empty, such as a proxy's error page. */
export function parse<R extends ClientResponse<unknown>>(
  raw: RawResponse<R>,
  toError: ToError = publicError,
): ResultOf<R> {
  const { response, text } = raw
  const json = isOfType(response, 'application/json') ? parseJson(text) : undefined
  if (response.ok && (json !== undefined || text === '')) return json as ResultOf<R>
  throw toError(raw, json)
}

/** Returns whether the text is a short sentence, and not the page of a proxy or a stack trace. */
export function isSentence(text: string): boolean {
  return text.length <= 200 && /^\p{Lu}[^<>{}\r\n]*[.!?]$/u.test(text)
}

/**
 * Returns the fields of a refusal and its message: the server's sentence, else its code, but never markup.
 */
export function messageOf(json: unknown): { facts: Record<string, unknown>; message: string | undefined } {
  const facts = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const message = [facts.message, facts.error].find(
    (text) => typeof text === 'string' && /^[^<]+$/.test(text),
  )
  return { facts, message: message as string | undefined }
}

/**
 * Returns the texts to show for a failed call. The title is the server's own sentence, else `fallback`. The
 * detail names a missing connection.
 */
export function failureText(error: Error, fallback: string): { title: string; detail: string | undefined } {
  if (!(error instanceof ApiError)) return { title: fallback, detail: undefined }
  if (error.code !== '') return { title: error.message, detail: undefined }
  return { title: fallback, detail: error.status === 0 ? error.message : undefined }
}

export function isOfType(response: { headers: Headers }, type: string): boolean {
  return response.headers.get('content-type')?.split(';')[0]?.trim() === type
}

/** Returns undefined for JSON that is cut off. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the end of the message that a refusal without a sentence gets. */
function statusText(status: number): string {
  return ` → HTTP ${status}`
}

/**
 * Makes an error with the server's sentence, else its code, else path and status (docs/behaviour.md 13.10).
 */
function publicError({ response }: RawResponse<ClientResponse<unknown>>, json: unknown): ApiError {
  const { facts, message } = messageOf(json)
  const path = new URL(response.url).pathname
  return new ApiError(response.status, message ?? path + statusText(response.status), facts)
}
