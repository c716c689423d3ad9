import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useEffect } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { type Period, rangeOf, turn } from './weeks.ts'

export type Calendar = InferResponseType<typeof admin.calendar.$get>
export type CalendarDay = Calendar['days'][number]
export type CalendarBooking = Calendar['bookings'][number]

const REFRESH = 60_000

const calendarQuery = ({ from, to }: { from: Day; to: Day }) =>
  adminQuery(['admin', 'calendar', from, to], (options) =>
    admin.calendar.$get({ query: { from, to } }, options),
  )

/** The week or the day around `day`. The ones before and after are fetched too, so that turning is instant. */
export function useCalendar(period: Period, day: Day) {
  const client = useQueryClient()
  const query = useQuery({ ...calendarQuery(rangeOf(period, day)), refetchInterval: REFRESH })
  const loaded = query.isSuccess
  useEffect(() => {
    if (!loaded) return
    for (const by of [1, -1] as const)
      void client.prefetchQuery({
        ...calendarQuery(rangeOf(period, turn(period, day, by))),
        staleTime: REFRESH,
      })
  }, [client, period, day, loaded])
  return query
}
