import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

export type Overview = InferResponseType<typeof admin.overview.$get>
export type OverviewDay = Overview['today']
export type OpenRequest = Overview['requests'][number]

/** Milliseconds; colleagues decide on requests too. */
const REFRESH = 60_000

const KEY = ['admin', 'overview']

export function useDashboard() {
  return useQuery({
    ...adminQuery(KEY, (options) => admin.overview.$get({}, options)),
    refetchInterval: REFRESH,
  })
}
