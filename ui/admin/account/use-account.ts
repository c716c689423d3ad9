import { useQuery } from '@tanstack/react-query'
import type { ClientResponse, InferResponseType } from 'hono/client'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import type { ResultOf } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

/** A session of the account, with the name of the browser and the system that it was made in. */
export type Device = InferResponseType<typeof admin.sessions.$get>[number]

/** A passkey of the account, with its name and the times of its making and last use. */
export type Passkey = InferResponseType<typeof admin.account.passkeys.$get>['passkeys'][number]
/** The second factors that are on. */
export type Factors = InferResponseType<typeof admin.session.$get>['factors']

/** The queries that show accounts: one's own, and the list of staff. */
const ACCOUNT_QUERIES = [
  adminQuery(admin.session, {}),
  adminQuery(admin.sessions, {}),
  adminQuery(admin.account.passkeys, {}),
  adminQuery(admin.people, {}),
]

/** Loads the signed-in account with its second factors. */
export function useOwnAccount() {
  return useQuery(adminQuery(admin.session, {}))
}

/** Loads the sessions of the signed-in account, including this one. */
export function useDevices() {
  return useQuery(adminQuery(admin.sessions, {}))
}

/** Loads the passkeys of the signed-in account, and the addresses of pages on which they work. */
export function usePasskeys() {
  return useQuery(adminQuery(admin.account.passkeys, {}))
}

/** Waits for a call that changes or adds an account, loads all accounts again, and returns its answer. */
export async function changeAccounts<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<ResultOf<R>> {
  const answer = await adminRequest(call)
  await Promise.all(ACCOUNT_QUERIES.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  return answer
}
