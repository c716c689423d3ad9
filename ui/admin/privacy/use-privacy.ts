import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

const api = admin.privacy

export type Privacy = InferResponseType<typeof api.$get>
export type PersonSummary = Extract<InferResponseType<typeof api.person.$post>, { bookings: number }>

export function usePrivacy() {
  return useQuery(adminQuery(['admin', 'privacy'], (options) => api.$get({}, options)))
}

/** What is about to be deleted by itself. */
export function useRetention() {
  return useQuery(adminQuery(['admin', 'privacy', 'retention'], (options) => api.retention.$get({}, options)))
}
