import { type ClientResponse, hc } from 'hono/client'
import type { AdminApi, LoginApi, PublicApi } from '../../src/http/app.ts'
import { endSession, prolongSession, readSession } from '../admin/session.ts'
import { type AnswerOf, ApiError, messageOf, parse, type Reached, settle } from './http.ts'
import { queryClient } from './query-client.tsx'

const headers = (): Record<string, string> => {
  const session = readSession()
  return session ? { Authorization: `Bearer ${session.token}` } : {}
}

/** Every admin call, typed by the server's routes; path parameters must be encoded where they are put in. */
export const admin = hc<AdminApi>('/api/admin', { headers, init: { cache: 'no-store' } })
export const login = hc<LoginApi>('/api/admin', { init: { cache: 'no-store' } })

/** The two decisions have a door that staff links open as well; here the bearer's token does. */
const portal = hc<PublicApi>('/api', { headers, init: { cache: 'no-store' } })
export function decide(decision: 'confirm' | 'reject', json: { id: string; message: string }) {
  return portal.admin[decision].$post({ json })
}

/**
 * The answer of an admin call. The session lives on with it, and ends where the server says that it has.
 * @throws ApiError
 */
export async function adminAnswer<R extends ClientResponse<unknown>>(
  request: Promise<R>,
): Promise<AnswerOf<R>> {
  return parse(await adminReach(request), adminRefusal)
}

/** The value together with the `ETag` that names this state of it, for saving it later. */
export async function adminVersion<R extends ClientResponse<unknown>>(
  request: Promise<R>,
): Promise<{ value: AnswerOf<R>; etag: string | undefined }> {
  const reached = await adminReach(request)
  return {
    value: parse(reached, adminRefusal),
    etag: reached.response.headers.get('etag') ?? undefined,
  }
}

/**
 * The text of an answer that is a file and no JSON.
 * @throws ApiError
 */
export async function adminText(request: Promise<ClientResponse<unknown>>): Promise<string> {
  const reached = await adminReach(request)
  // A byte order mark, which Excel wants and which reading as text takes away.
  return reached.response.ok
    ? `\uFEFF${reached.text.replace(/^\uFEFF/, '')}`
    : (parse(reached, adminRefusal) as never)
}

async function adminReach<R extends ClientResponse<unknown>>(request: Promise<R>): Promise<Reached<R>> {
  const bearer = readSession()?.token
  const reached = await settle(request)
  // Only of the session that asked: meanwhile somebody may have signed in anew.
  if (bearer !== undefined && bearer === readSession()?.token) {
    if (reached.response.status === 401) endSession()
    else prolongSession(reached.response.headers.get('session-expires-at'))
  }
  return reached
}

/** Loads everything again that the admin area shows, except what is being edited. */
export function refreshShown(): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: ['admin'],
    predicate: ({ queryKey }) => queryKey[1] !== 'editable',
  })
}

const FIRST_OF_TEXT = 200

/** Specification section 8, a failed admin request. */
function adminRefusal({ response, text }: Reached<ClientResponse<unknown>>, answer: unknown): ApiError {
  const { facts, word } = messageOf(answer)
  const fallback = text.trim().slice(0, FIRST_OF_TEXT) || `Request failed with status ${response.status}`
  return new ApiError(response.status, word ?? fallback, facts)
}
