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
 * Sends a call with the session in its headers. If the server asks for a fresh proof, a password or second
 * factor, the call waits until its user has given one, and is sent once more.
 */
export async function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchWithSignInAgain(input, init)
  if (!(await isProofMissing(response)) || !(await askForProof())) return response
  return fetchWithSignInAgain(input, init)
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
 * Sends a call that its user can repeat after signing in again. A 401 ends the session. The call then waits
 * for the sign-in, and is sent once more, so that no press of a button is lost. If somebody else signs in,
 * the answer is 401.
 */
async function fetchWithSignInAgain(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const user = readUser()
  const response = await fetch(input, init)
  // Without a user nobody was signed in, so nobody is asked to sign in again.
  if (response.status !== 401 || !user) return response
  const headers = new Headers(init.headers)
  expireSessionOf(headers)
  if ((await sessionAfterSignIn(user)) === undefined) return response
  for (const [name, value] of Object.entries(sessionHeaders())) headers.set(name, value)
  return fetch(input, { ...init, headers })
}

/** Expires the session with which a refused call was sent, but no other one that has started meanwhile. */
function expireSessionOf(sentHeaders: Headers): void {
  if (sentHeaders.get('Authorization') === sessionHeaders().Authorization) expireSession()
}
