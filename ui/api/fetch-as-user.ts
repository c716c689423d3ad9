import type { ProblemCode } from '../../src/shared/problems.ts'
import { UNATTENDED_HEADER } from '../../src/shared/unattended.ts'
import { isUnattended } from './last-input.ts'
import { askForProof } from './proof.ts'
import { expireSession, readSession, readUser } from './session.ts'
import { sessionAfterSignIn } from './sign-in-again.ts'

/** Returns the headers by which the server knows the session, and whether somebody uses the page. */
export function sessionHeaders(): Record<string, string> {
  const session = readSession()
  if (session === undefined) return {}
  return { Authorization: `Bearer ${session.token}`, ...(isUnattended() && { [UNATTENDED_HEADER]: '1' }) }
}

/**
 * Sends a call. A call that needs a fresh proof waits until its user has given one, and is sent once more.
 */
export async function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchSignedIn(input, init)
  if (!(await isProofMissing(response)) || !(await askForProof())) return response
  return fetchSignedIn(input, init)
}

/** Returns whether the server has refused the call because it needs a fresh proof. */
async function isProofMissing(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  // The body can be read only once, and the caller reads it too.
  const answer = await response
    .clone()
    .json()
    .catch(() => undefined)
  return answer?.error === ('proof_required' satisfies ProblemCode)
}

/**
 * Sends a call. A 401 ends the session. The call then waits until its user has signed in again, and is sent
 * once more, so that no press of a button is lost. If somebody else signs in, the answer is 401.
 */
async function fetchSignedIn(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const user = readUser()
  const response = await fetch(input, init)
  if (response.status !== 401 || !user) return response
  const sent = new Headers(init.headers)
  // Another session may have started meanwhile. The response says nothing about that one.
  if (sent.get('Authorization') === sessionHeaders().Authorization) expireSession()
  if ((await sessionAfterSignIn(user)) === undefined) return response
  for (const [name, value] of Object.entries(sessionHeaders())) sent.set(name, value)
  return fetch(input, { ...init, headers: sent })
}
