import { afterEach, expect, it, vi } from 'vitest'
import { HOUR } from '../../src/shared/day.ts'
import { admin, adminRequest, login } from './admin.ts'
import { beginSession, offerSignIn, readSession } from './session.ts'

/** The message for an answer without a German sentence. */
const BROKEN = 'Der Server antwortet gerade nicht richtig (HTTP 502). Noch einmal?'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers a call with HTTP 502 and this body. Returns the message of the error. */
async function messageFor(body: string, type: string): Promise<string> {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 502, headers: { 'content-type': type } }))
  const call = login.login.$post({ json: { email: 'a@b.at', password: 'x' } })
  return adminRequest(call).then(
    () => 'the call succeeded',
    (error: Error) => error.message,
  )
}

/** Begins a session of this user, with this token. */
function signInAs(email: string, token: string) {
  const expiresAt = new Date(Date.now() + HOUR).toISOString()
  beginSession({ token, user: { name: 'Gerda', email, role: 'doctor' }, expiresAt, ttlMinutes: 60 })
}

/** The body of the refused call. */
const FEED = { title: 'Handy', initials_only: true }

/**
 * Creates a feed in a session that the server does not know, and then signs in again. Returns the answer, or
 * the message of the refusal, and all calls that were sent.
 * @param email the address that signs in the second time
 */
async function sendAfterSignIn(email: string) {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers, body }: { headers: Headers; body: string }) => {
    const authorization = headers.get('Authorization')
    sent.push(`${authorization} ${body}`)
    if (authorization === 'Bearer new') return Response.json({ id: 1 })
    return Response.json({ error: 'unauthorized', message: 'Bitte anmelden.' }, { status: 401 })
  })
  offerSignIn()
  signInAs('gerda@praxis.example', 'old')
  const answer = adminRequest(admin.feeds.$post({ json: FEED })).catch((error: Error) => error.message)
  await vi.waitFor(() => expect(readSession()).toBeUndefined())
  signInAs(email, 'new')
  return { answer: await answer, sent }
}

it.each([
  ['application/json', '{"error":"conflict","message":"Inzwischen geändert."}', 'Inzwischen geändert.'],
  ['application/json', '{"error":"conflict"}', 'conflict'],
  ['text/plain', 'Der Speicher ist voll.\n', 'Der Speicher ist voll.'],
  ['text/plain', 'upstream connect error or disconnect/reset before headers', BROKEN],
  ['text/plain', `Error: no such table${' at file.js:1'.repeat(30)}.`, BROKEN],
  ['text/plain', 'Fehler.\n    at handle (/app/main.js:1)\n    at run.', BROKEN],
  ['text/html', '<html><h1>502 Bad Gateway</h1>nginx</html>', BROKEN],
  ['text/plain', '<!doctype html><p>Bad Gateway.', BROKEN],
  ['application/json', '{"message":"<h1>Bad Gateway</h1>"}', BROKEN],
  ['application/json', '{"message":"Bad Gateway"}', BROKEN],
  ['application/json', '{"error":"test_failed","message":"seven.io: HTTP 500"}', 'seven.io: HTTP 500'],
  ['application/json', '{"error":"Bad Gateway"}', BROKEN],
  ['text/plain', '', BROKEN],
])('an answer of type %s with the body %j is read by staff as: %s', async (type, body, message) => {
  expect(await messageFor(body, type)).toBe(message)
})

it('a refused call is sent again after its user has signed in again', async () => {
  expect(await sendAfterSignIn('gerda@praxis.example')).toEqual({
    answer: { id: 1 },
    sent: [`Bearer old ${JSON.stringify(FEED)}`, `Bearer new ${JSON.stringify(FEED)}`],
  })
})

it('a refused call is not sent again after somebody else has signed in', async () => {
  expect(await sendAfterSignIn('resi@praxis.example')).toEqual({
    answer: 'Bitte anmelden.',
    sent: [`Bearer old ${JSON.stringify(FEED)}`],
  })
})
