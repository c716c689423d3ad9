import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'

export type Overview = InferResponseType<typeof admin.overview.$get>
export type OverviewDay = Overview['today']
export type OpenRequest = Overview['requests'][number]

export function useDashboard() {
  return useQuery({
    ...adminQuery(admin.overview, { query: {} }),
    ...EVERY_MINUTE,
  })
}
