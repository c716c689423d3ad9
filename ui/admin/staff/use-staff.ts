import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'
import { ACCOUNT_KEY } from '../account/use-account.ts'

export type StaffMember = InferResponseType<typeof admin.people.$get>[number]

/** Everybody who may sign in; for doctors. */
export function useStaff() {
  return useQuery(adminQuery([...ACCOUNT_KEY, 'people'], (options) => admin.people.$get({}, options)))
}
