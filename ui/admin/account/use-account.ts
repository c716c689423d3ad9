import { useQuery } from '@tanstack/react-query'
import type { ClientResponse, InferResponseType } from 'hono/client'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import type { ResultOf } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

export type Device = InferResponseType<typeof admin.sessions.$get>[number]

export type Passkey = InferResponseType<typeof admin.account.passkeys.$get>['passkeys'][number]
/** The second factors that are on. */
export type Factors = InferResponseType<typeof admin.session.$get>['factors']

/** The first part of every key about accounts, the staff's too. */
export const ACCOUNT_KEY = ['admin', 'account']

/** The admin's own account: which second factors are on. */
export function useOwnAccount() {
  return useQuery(adminQuery([...ACCOUNT_KEY, 'own'], (options) => admin.session.$get({}, options)))
}

/** The admin's sessions, this one included. */
export function useDevices() {
  return useQuery(adminQuery([...ACCOUNT_KEY, 'devices'], (options) => admin.sessions.$get({}, options)))
}

export function usePasskeys() {
  return useQuery(
    adminQuery([...ACCOUNT_KEY, 'passkeys'], (options) => admin.account.passkeys.$get({}, options)),
  )
}

/** The answer to a call that changes an account, once everything that shows accounts has been loaded again. */
export async function changeAccount<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<ResultOf<R>> {
  const answer = await adminRequest(call)
  await queryClient.invalidateQueries({ queryKey: ACCOUNT_KEY })
  return answer
}
