import type { ClientResponse } from 'hono/client'
import { noteServerTime } from './server-clock.ts'

/** A call that the server refused, or that did not reach it (`status` 0). `message` is the text to show. */
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

/** Whether the server refused the call with this code. */
export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** The server's sentence for each invalid field; none for any other error. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}

/** The server's sentence for what it refused, else `failure`. */
export function sentenceOf(error: Error, failure: string): string {
  return error instanceof ApiError ? error.message : failure
}

/** The same, but undefined in place of "/api/slots → HTTP 502". */
export function reasonOf(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.message.endsWith(statusText(error.status))) return undefined
  return error.message
}

export type ResultOf<R> = R extends ClientResponse<infer Result> ? Result : never

/** A response with its body, not parsed yet. */
export type RawResponse<R> = { response: R; text: string }

/** Makes the error of a refused call from the response and its parsed JSON. */
type ToError = (raw: RawResponse<ClientResponse<unknown>>, json: unknown) => ApiError

/**
 * Waits for the response of a call and parses its JSON, undefined for an empty one.
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
    // Aborted, or a timeout.
    if (error instanceof DOMException) throw error
    throw new ApiError(0, 'Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.')
  }
}

/** Takes only JSON or an empty body: anything else, such as a proxy's error page, is an error. */
export function parse<R extends ClientResponse<unknown>>(
  raw: RawResponse<R>,
  toError: ToError = publicError,
): ResultOf<R> {
  const { response, text } = raw
  const json = isOfType(response, 'application/json') ? parseJson(text) : undefined
  if (response.ok && (json !== undefined || text === '')) return json as ResultOf<R>
  throw toError(raw, json)
}

/** A short sentence, and not the page of a proxy or the trace of an error. */
export function isSentence(text: string): boolean {
  return text.length <= 200 && /^\p{Lu}[^<>{}\r\n]*[.!?]$/u.test(text)
}

/** The fields of a refusal, and of them the message to show: the server's sentence, else its code; never markup. */
export function messageOf(json: unknown): { facts: Record<string, unknown>; message: string | undefined } {
  const facts = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const message = [facts.message, facts.error].find(
    (text) => typeof text === 'string' && /^[^<]+$/.test(text),
  )
  return { facts, message: message as string | undefined }
}

/**
 * What to show for a failed call: the server's own sentence, else `fallback`. A missing connection is named in `detail`.
 */
export function failureText(error: Error, fallback: string): { title: string; detail: string | undefined } {
  if (!(error instanceof ApiError)) return { title: fallback, detail: undefined }
  if (error.code !== '') return { title: error.message, detail: undefined }
  return { title: fallback, detail: error.status === 0 ? error.message : undefined }
}

export function isOfType(response: { headers: Headers }, type: string): boolean {
  return response.headers.get('content-type')?.split(';')[0]?.trim() === type
}

/** Undefined for JSON that is cut off. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The end of the message of a refusal without a sentence. */
function statusText(status: number): string {
  return ` → HTTP ${status}`
}

/** The server's sentence, else its code, else path and status (docs/behaviour.md 13.10). */
function publicError({ response }: RawResponse<ClientResponse<unknown>>, json: unknown): ApiError {
  const { facts, message } = messageOf(json)
  const path = new URL(response.url).pathname
  return new ApiError(response.status, message ?? path + statusText(response.status), facts)
}
