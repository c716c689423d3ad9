import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

type Statistics = InferResponseType<typeof admin.statistics.$get, 200>
/** The counts of one month. */
export type MonthFigures = Statistics['months'][number]
/** The working time and the booked time of one hour of the week, in minutes. */
export type HourLoad = Statistics['hours'][number]

/** Loads the figures of one service and of one doctor or room; without them, of all. */
export function useStatistics(query: { service?: string; resource?: string }) {
  return useQuery({
    ...adminQuery(admin.statistics, { query }),
    // The present charts stay while the charts of another choice load.
    placeholderData: keepPreviousData,
  })
}
