import { afterEach, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import { waitUntil } from '../../src/testing/wait-until.ts'
import { admin, adminRequest } from './admin.ts'
import { sessionHeaders } from './fetch-as-user.ts'
import { beginSession, readSession } from './session.ts'
import { offerSignIn } from './sign-in-again.ts'

/** The body of the refused call. */
const FEED = { title: 'Handy', initials_only: true }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Begins a session of this user, with this token. */
function signInAs(email: string, token: string) {
  const expiresAt = new Date(Date.now() + HOUR).toISOString()
  beginSession({ token, user: { name: 'Gerda', email, role: 'doctor' }, expiresAt, ttlMinutes: 60 })
}

/**
 * Creates a feed in a session that the server does not know, and then signs in again. Returns the answer, or
 * the message of the refusal, and all calls that were sent.
 * @param email the e-mail address that signs in the second time
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
  await waitUntil(() => expect(readSession()).toBeUndefined())
  signInAs(email, 'new')
  return { answer: await answer, sent }
}

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

it('a call that a page makes a minute after its last input says that nobody uses the page', () => {
  vi.useFakeTimers()
  signInAs('gerda@praxis.example', 'new')
  expect(sessionHeaders()).toEqual({ Authorization: 'Bearer new' })
  vi.advanceTimersByTime(2 * MINUTE)
  expect(sessionHeaders()).toEqual({ Authorization: 'Bearer new', 'X-Unattended': '1' })
})
