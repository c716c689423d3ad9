import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { BookingStatus } from '../../../src/shared/booking.ts'
import { admin, adminQuery } from '../../api/admin.ts'

type BookingList = InferResponseType<typeof admin.bookings.$get>
export type BookingRow = BookingList['bookings'][number]
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
