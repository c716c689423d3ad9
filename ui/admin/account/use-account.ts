import { useQuery } from '@tanstack/react-query'
import type { ClientResponse, InferResponseType } from 'hono/client'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import type { ResultOf } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

export type Device = InferResponseType<typeof admin.sessions.$get>[number]

export type Passkey = InferResponseType<typeof admin.account.passkeys.$get>['passkeys'][number]
/** The second factors that are on. */
export type Factors = InferResponseType<typeof admin.session.$get>['factors']

/** Everything that shows accounts, the staff's too. */
const ACCOUNTS = [
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

export function usePasskeys() {
  return useQuery(adminQuery(admin.account.passkeys, {}))
}

/** Waits for a call that changes or adds an account, loads all accounts again, and returns its answer. */
export async function changeAccounts<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<ResultOf<R>> {
  const answer = await adminRequest(call)
  await Promise.all(ACCOUNTS.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  return answer
}
