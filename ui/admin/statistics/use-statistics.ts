import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

type Statistics = InferResponseType<typeof admin.statistics.$get, 200>
/** The counts of one month. */
export type MonthFigures = Statistics['months'][number]
/** The working time and the booked time of one hour of the week, in minutes. */
export type HourLoad = Statistics['hours'][number]

/** The id of a service and that of a doctor or room, as the call names them. Left out, all of them count. */
export type StatisticsQuery = { service?: string; resource?: string }

/** Loads the practice's figures. */
export function useStatistics(query: StatisticsQuery) {
  return useQuery({
    ...adminQuery(admin.statistics, { query }),
    // The present charts stay while the charts of another choice load.
    placeholderData: keepPreviousData,
  })
}
