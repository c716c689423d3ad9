import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

/** A doctor or a room, with the ETag of its state. */
export type ListedResource = InferResponseType<typeof admin.resources.$get>[number]

/** Loads all doctors and rooms in their order, including the inactive ones, unless they are not needed. */
export function useResources({ enabled = true } = {}) {
  return useQuery({ ...adminQuery(admin.resources, {}), enabled })
}
