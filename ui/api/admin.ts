import { queryOptions } from '@tanstack/react-query'
import { type ClientResponse, hc } from 'hono/client'
import type { AdminApi, LoginApi, PublicApi } from '../../src/http/app.ts'
import { MINUTE } from '../../src/shared/day.ts'
import { fetchAsUser, sessionHeaders } from './fetch-as-user.ts'
import {
  ApiError,
  brokenAnswerText,
  parseResponse,
  type RawResponse,
  type ResultOf,
  readRefusal,
  receive,
} from './http.ts'
import { queryClient } from './query-client.tsx'
import { type Endpoint, keyOf } from './query-key.ts'
import { extendSession, readSession } from './session.ts'

/** The most characters that a sentence of the server has. */
const MAX_SENTENCE_LENGTH = 200

/** Returns whether somebody is signed in. */
export function isSignedIn(): boolean {
  return readSession() !== undefined
}

/**
 * The admin calls, typed by the server's routes. hc() does not encode path parameters, so each caller does.
 */
export const admin = hc<AdminApi>('/api/admin', {
  headers: sessionHeaders,
  fetch: fetchAsUser,
  init: { cache: 'no-store' },
})
/** The calls that start a session. They send no token. */
export const login = hc<LoginApi>('/api/admin', { init: { cache: 'no-store' } })

/**
 * Both decisions have public routes, because staff links use them too. These calls are authorised by the
 * session's token.
 */
const publicRoutes = hc<PublicApi>('/api', {
  headers: sessionHeaders,
  fetch: fetchAsUser,
  init: { cache: 'no-store' },
})
export const { confirm: confirmBooking, reject: rejectBooking } = publicRoutes.admin

/**
 * Waits for the response of an admin call, which extends the session, and parses its JSON.
 * @throws ApiError
 */
export async function adminRequest<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<ResultOf<R>> {
  return parseResponse(await receiveAdmin(call), adminError)
}

/**
 * Waits for the response of an admin call, and returns its `ETag` too, which a later save sends back.
 * @throws ApiError
 */
export async function adminRequestWithEtag<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<{ value: ResultOf<R>; etag: string | undefined }> {
  const raw = await receiveAdmin(call)
  return {
    value: parseResponse(raw, adminError),
    etag: raw.response.headers.get('etag') ?? undefined,
  }
}

/**
 * Returns the options of a query that reads an endpoint. It is loaded again wherever it is shown, and
 * cancelled once it is shown nowhere. Its key is `admin` and the parts of the URL (`query-key.ts`).
 */
export function adminQuery<Input, R extends ClientResponse<unknown>>(
  endpoint: Endpoint<Input, R>,
  input: Input,
) {
  return queryOptions({
    queryKey: keyOf('admin', endpoint.$path(input)),
    queryFn: ({ signal }) => adminRequest(endpoint.$get(input, { init: { signal } })),
    staleTime: 0,
  })
}

/** Loads a query again each minute, because colleagues change the same data (docs/behaviour.md 12.24). */
export const RELOAD_EVERY_MINUTE = { refetchInterval: MINUTE } as const

/**
 * Returns the text of a response that is a file and not JSON.
 * @throws ApiError
 */
export async function adminRequestText(call: Promise<ClientResponse<unknown>>): Promise<string> {
  const raw = await receiveAdmin(call)
  // Throws for a refusal.
  if (!raw.response.ok) return parseResponse(raw, adminError) as never
  // Reading as text removes the byte order mark, which Excel needs.
  return `\uFEFF${raw.text.replace(/^\uFEFF/, '')}`
}

/** Waits for a response, which extends the session. @throws ApiError without a connection */
async function receiveAdmin<R extends ClientResponse<unknown>>(call: Promise<R>): Promise<RawResponse<R>> {
  const bearer = readSession()?.token
  const raw = await receive(call)
  // Another session may have started meanwhile. The response says nothing about that one.
  if (bearer !== undefined && bearer === readSession()?.token)
    extendSession(raw.response.headers.get('session-expires-at'))
  return raw
}

/** Reloads all data that the admin area shows, except data that are being edited. */
export function refreshAdminData(): Promise<void> {
  // The forms of `useEditForm` keep their values under this key.
  return queryClient.invalidateQueries({
    queryKey: ['admin'],
    predicate: ({ queryKey }) => queryKey[1] !== 'editable',
  })
}

/**
 * Makes the error of a refusal. Its message is the server's sentence, else its code, else a short sentence
 * that came instead of JSON (docs/behaviour.md 13.10).
 */
function adminError({ response, text }: RawResponse<ClientResponse<unknown>>, json: unknown): ApiError {
  const { facts, message } = readRefusal(response.status, json)
  const sentence = isSentence(text.trim()) ? text.trim() : undefined
  return new ApiError(response.status, message ?? sentence ?? brokenAnswerText(response.status), facts)
}

/** Returns whether the text is a short sentence, and not the page of a proxy or a stack trace. */
function isSentence(text: string): boolean {
  return text.length <= MAX_SENTENCE_LENGTH && /^\p{Lu}[^<>{}\r\n]*[.!?]$/u.test(text)
}
