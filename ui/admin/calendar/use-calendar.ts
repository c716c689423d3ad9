import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useEffect } from 'react'
import { type Day, MINUTE } from '../../../src/shared/day.ts'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import { type Period, rangeOf, shiftPeriod } from './weeks.ts'

export type Calendar = InferResponseType<typeof admin.calendar.$get>
export type CalendarDay = Calendar['days'][number]
export type CalendarBooking = Calendar['bookings'][number]

const calendarQuery = ({ from, to }: { from: Day; to: Day }) =>
  adminQuery(admin.calendar, { query: { from, to } })

/**
 * Loads the week or the day that contains `day`. Its neighbours are fetched too, so that turning is instant.
 */
export function useCalendar(period: Period, day: Day) {
  const query = useQuery({ ...calendarQuery(rangeOf(period, day)), ...EVERY_MINUTE })
  const loaded = query.isSuccess
  useEffect(() => {
    if (!loaded) return
    for (const by of [1, -1] as const)
      void queryClient.prefetchQuery({
        ...calendarQuery(rangeOf(period, shiftPeriod(period, day, by))),
        staleTime: MINUTE,
      })
  }, [period, day, loaded])
  return query
}
