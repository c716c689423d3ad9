import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

/** A staff member who may sign in, or is invited. */
export type StaffMember = InferResponseType<typeof admin.people.$get>[number]

/** Loads all staff members, the invited ones too. Only doctors can read the list. */
export function useStaff() {
  return useQuery(adminQuery(admin.people, {}))
}
