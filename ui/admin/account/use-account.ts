import { useQuery } from '@tanstack/react-query'
import type { ClientResponse, InferResponseType } from 'hono/client'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import type { ResultOf } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

/** A device on which the account is signed in: a session with the names of browser and system. */
export type Device = InferResponseType<typeof admin.sessions.$get>[number]

/** A passkey of the account, with its name and the times of its creation and last use. */
export type Passkey = InferResponseType<typeof admin.account.passkeys.$get>['passkeys'][number]

/** The second factors that are on for the account: the authenticator app, or passkeys, or both. */
export type Factors = InferResponseType<typeof admin.session.$get>['factors']

/**
 * The queries that show accounts. A change may affect any of them: the list of staff contains one's own
 * account, and a new password ends sessions.
 */
const ACCOUNT_QUERIES = [
  adminQuery(admin.session, {}),
  adminQuery(admin.sessions, {}),
  adminQuery(admin.account.passkeys, {}),
  adminQuery(admin.people, {}),
]

/** Loads the account of the signed-in user: name, e-mail address, role and second factors. */
export function useOwnAccount() {
  return useQuery(adminQuery(admin.session, {}))
}

/** Loads the devices on which the user is signed in, including this browser. */
export function useDevices() {
  return useQuery(adminQuery(admin.sessions, {}))
}

/** Loads the user's passkeys, and the URLs of the pages on which they work. */
export function usePasskeys() {
  return useQuery(adminQuery(admin.account.passkeys, {}))
}

/**
 * Waits for a call that changes or adds an account, reloads all shown accounts, and returns the answer.
 * @throws ApiError when the call fails
 */
export async function thenReloadAccounts<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<ResultOf<R>> {
  const answer = await adminRequest(call)
  await Promise.all(ACCOUNT_QUERIES.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  return answer
}
