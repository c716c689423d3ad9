import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

export type Statistics = InferResponseType<typeof admin.statistics.$get, 200>
export type MonthFigures = Statistics['months'][number]
export type HourLoad = Statistics['hours'][number]

/** Loads the figures. @param service its id; empty for all services */
export function useStatistics(service: string) {
  return useQuery({
    ...adminQuery(admin.statistics, { query: service ? { service } : {} }),
    placeholderData: keepPreviousData,
  })
}
