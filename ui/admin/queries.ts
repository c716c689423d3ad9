import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useEffect } from 'react'
import type { BookingStatus } from '../../src/shared/booking.ts'
import { type Day, MINUTE } from '../../src/shared/day.ts'
import { admin, adminQuery } from '../api/admin.ts'
import { queryClient } from '../api/query-client.tsx'
import { type Period, rangeOf, turn } from './calendar/weeks.ts'
import type { ListedService } from './services/service-entry.ts'

/* What several parts of the admin area load. A query that one component alone needs stands there. */

/** Loaded again so often, because colleagues work too. Source for the status: docs/behaviour.md 12.24. */
const EVERY = { refetchInterval: MINUTE } as const

export const STATUS_KEY = ['admin', 'status']

export function useAdminStatus() {
  return useQuery({ ...adminQuery(STATUS_KEY, (options) => admin.status.$get({}, options)), ...EVERY })
}

export type Overview = InferResponseType<typeof admin.overview.$get>
export type OverviewDay = Overview['today']
export type OpenRequest = Overview['requests'][number]

export function useDashboard() {
  return useQuery({
    ...adminQuery(['admin', 'overview'], (options) => admin.overview.$get({}, options)),
    ...EVERY,
  })
}

export type Conflict = InferResponseType<typeof admin.absences.check.$post>['conflicts'][number]

export type PersonSummary = Extract<
  InferResponseType<typeof admin.privacy.person.$post>,
  { bookings: number }
>

const SERVICES_KEY = ['admin', 'services']

export const SERVICES_NOT_LOADED = 'Services konnten nicht geladen werden.'

/** All services in display order, inactive ones too. */
export function useServices() {
  const query = useQuery(adminQuery(SERVICES_KEY, (options) => admin.services.$get({}, options)))
  return { query, services: query.data, error: query.error }
}

/** Puts a saved service into the list, so that its new version is known before the list is loaded again. */
export function listSaved(saved: ListedService): void {
  queryClient.setQueryData<ListedService[]>(SERVICES_KEY, (listed) =>
    listed?.map((service) => (service.id === saved.id ? saved : service)),
  )
}

/** All who wait, the oldest entry first. */
export function useWaitingList() {
  return useQuery({
    ...adminQuery(['admin', 'waiting'], (options) => admin['waiting-list'].$get({}, options)),
    ...EVERY,
  })
}

export type BookingRow = InferResponseType<typeof admin.bookings.$get>['bookings'][number]
export type BookingDetail = InferResponseType<(typeof admin.bookings)[':id']['$get']>

/** Conditions on the list; an empty one is none. */
export type BookingFilter = {
  from: string
  to: string
  status: BookingStatus | ''
  when: 'coming' | 'past' | ''
  search: string
}

export const PAGE_LENGTH = 50

/** One page of the appointments that match. The page before stays until the next one is loaded. */
export function useBookings(filter: BookingFilter, offset: number) {
  return useQuery({
    ...adminQuery(['admin', 'bookings', filter, offset], (options) =>
      admin.bookings.$get(
        { query: { ...withoutEmpty(filter), limit: String(PAGE_LENGTH), offset: String(offset) } },
        options,
      ),
    ),
    placeholderData: keepPreviousData,
  })
}

export function useBookingDetail(id: string) {
  return useQuery(
    adminQuery(['admin', 'booking', id], (options) =>
      admin.bookings[':id'].$get({ param: { id: encodeURIComponent(id) } }, options),
    ),
  )
}

export function withoutEmpty(filter: BookingFilter): {
  [Name in keyof BookingFilter]?: Exclude<BookingFilter[Name], ''>
} {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

export type Calendar = InferResponseType<typeof admin.calendar.$get>
export type CalendarDay = Calendar['days'][number]
export type CalendarBooking = Calendar['bookings'][number]

const calendarQuery = ({ from, to }: { from: Day; to: Day }) =>
  adminQuery(['admin', 'calendar', from, to], (options) =>
    admin.calendar.$get({ query: { from, to } }, options),
  )

/** The week or the day around `day`. The ones before and after are fetched too, so that turning is instant. */
export function useCalendar(period: Period, day: Day) {
  const query = useQuery({ ...calendarQuery(rangeOf(period, day)), ...EVERY })
  const loaded = query.isSuccess
  useEffect(() => {
    if (!loaded) return
    for (const by of [1, -1] as const)
      void queryClient.prefetchQuery({
        ...calendarQuery(rangeOf(period, turn(period, day, by))),
        staleTime: MINUTE,
      })
  }, [period, day, loaded])
  return query
}
