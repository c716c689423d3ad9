import type { ClientResponse } from 'hono/client'
import { noteServerTime } from './server-clock.ts'

/** A call that the server refused, or that never reached it (`status` 0). `message` is the sentence to show. */
export class ApiError extends Error {
  readonly status: number
  /** The server's `error`: `slot_taken`, `hold_expired` … */
  readonly code: string
  /** A sentence for each faulty field, by its wire name. */
  readonly fields: Readonly<Record<string, string>>
  /** The whole answer: `start_local`, `starts_in_hours`, `phone` … */
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

export type AnswerOf<R> = R extends ClientResponse<infer Answer> ? Answer : never

/** What arrived, before anybody has looked into it. */
export type Reached<R> = { response: R; text: string }

/** Makes the error of a refused call. */
type Refuse = (reached: Reached<ClientResponse<unknown>>, answer: unknown) => ApiError

/**
 * The JSON of an answer, or nothing at all where it is empty.
 * @throws ApiError made by `refuse` for a refusal, and for whatever is no answer of ours
 */
export async function answerOf<R extends ClientResponse<unknown>>(
  request: Promise<R>,
  refuse: Refuse = refusal,
): Promise<AnswerOf<R>> {
  return parse(await settle(request), refuse)
}

/** A fetch that fails says why in the browser's own language; people get one German sentence. */
export async function settle<R extends ClientResponse<unknown>>(request: Promise<R>): Promise<Reached<R>> {
  try {
    const response = await request
    noteServerTime(response.headers.get('date'))
    return { response, text: await response.text() }
  } catch (fault) {
    // Given up on purpose: a timeout, or nobody waits any more.
    if (fault instanceof DOMException) throw fault
    throw new ApiError(0, 'Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.')
  }
}

/** Only JSON, or nothing at all, is an answer: a page from a proxy in between is none. */
export function parse<R extends ClientResponse<unknown>>(
  reached: Reached<R>,
  refuse: Refuse = refusal,
): AnswerOf<R> {
  const { response, text } = reached
  const answer = isOfType(response, 'application/json') ? parsed(text) : undefined
  if (response.ok && (answer !== undefined || text === '')) return answer as AnswerOf<R>
  throw refuse(reached, answer)
}

export function isHtml({ response }: Reached<ClientResponse<unknown>>): boolean {
  return response.ok && isOfType(response, 'text/html')
}

/** The server's own word for a refusal: its sentence, else its code. */
export function messageOf(answer: unknown): { facts: Record<string, unknown>; word: string | undefined } {
  const facts = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const word = [facts.message, facts.error].find((text) => typeof text === 'string' && text !== '')
  return { facts, word: word as string | undefined }
}

/**
 * What to show for a failed call: the server's own sentence, else `fallback`. A missing connection is named in `detail`.
 */
export function failureText(error: Error, fallback: string): { title: string; detail: string | undefined } {
  if (!(error instanceof ApiError)) return { title: fallback, detail: undefined }
  if (error.code !== '') return { title: error.message, detail: undefined }
  return { title: fallback, detail: error.status === 0 ? error.message : undefined }
}

function isOfType(response: { headers: Headers }, type: string): boolean {
  return response.headers.get('content-type')?.split(';')[0]?.trim() === type
}

/** Undefined for an answer that broke off. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Specification section 8: the server's sentence, else its code, else path and status. */
function refusal({ response }: Reached<ClientResponse<unknown>>, answer: unknown): ApiError {
  const { facts, word } = messageOf(answer)
  const path = new URL(response.url).pathname
  return new ApiError(response.status, word ?? `${path} → HTTP ${response.status}`, facts)
}
