import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useEffect } from 'react'
import { type Day, isDay, MINUTE } from '../../../src/shared/day.ts'
import { admin, adminQuery, RELOAD_EVERY_MINUTE } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import { viennaToday } from '../../api/server-clock.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { initialDay, type Period, periodRange, shiftPeriod } from './periods.ts'

/** The days of the calendar, with everything that occupies time on them. */
export type Calendar = InferResponseType<typeof admin.calendar.$get>
/** A day with its working hours, and the name of its closure; null for an open day. */
export type CalendarDay = Calendar['days'][number]
/** A doctor or room with its own days. A practice of one has none. */
export type CalendarResource = NonNullable<Calendar['resources']>[number]
/** An appointment as the calendar has it. */
export type CalendarBooking = Calendar['bookings'][number]

/** The query of the calendar from one day to another (inclusive). */
const calendarQuery = ({ from, to }: { from: Day; to: Day }) =>
  adminQuery(admin.calendar, { query: { from, to } })

/** Returns the day that the URL names (`?date=`), or the one with which the calendar opens. */
export function useShownDay(period: Period): Day {
  const [{ date }] = useSearchState('date')
  return isDay(date) ? date : initialDay(period, viennaToday())
}

/**
 * Loads the week or the day that contains `day`. The adjacent weeks or days are prefetched so that turning is
 * instant, except while an appointment is open over the calendar.
 */
export function useCalendar(period: 'week' | 'day', day: Day) {
  const query = useQuery({ ...calendarQuery(periodRange(period, day)), ...RELOAD_EVERY_MINUTE })
  const [{ booking }] = useSearchState('booking')
  const canTurn = query.isSuccess && booking === ''
  useEffect(() => {
    if (!canTurn) return
    for (const by of [1, -1] as const)
      void queryClient.prefetchQuery({
        ...calendarQuery(periodRange(period, shiftPeriod(period, day, by))),
        staleTime: MINUTE,
      })
  }, [period, day, canTurn])
  return query
}
