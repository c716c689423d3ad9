import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

export type Statistics = InferResponseType<typeof admin.statistics.$get, 200>
export type MonthFigures = Statistics['months'][number]
export type HourLoad = Statistics['hours'][number]

/** Loads the figures of the given service and doctor or room, or of all. */
export function useStatistics(query: { service?: string; resource?: string }) {
  return useQuery({
    ...adminQuery(admin.statistics, { query }),
    placeholderData: keepPreviousData,
  })
}
