import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

export type StaffMember = InferResponseType<typeof admin.people.$get>[number]

/** Everybody who may sign in; for doctors. */
export function useStaff() {
  return useQuery(adminQuery(admin.people, {}))
}
