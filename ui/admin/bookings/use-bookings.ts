import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { BookingStatus } from '../../../src/shared/booking.ts'
import { admin, adminQuery } from '../../api/admin.ts'

/** An appointment as the list shows it. */
export type ListedBooking = InferResponseType<typeof admin.bookings.$get>['bookings'][number]

/** The conditions of the list. An empty text means no condition. */
export type BookingFilter = {
  /** The first day. */
  from: string
  /** The last day. */
  to: string
  status: BookingStatus | ''
  when: 'coming' | 'past' | ''
  search: string
  /** The id of a doctor or room. */
  resource: string
}

/** The number of appointments on one page of the list. */
export const PAGE_LENGTH = 50

/** Loads one page of the matching appointments. The previous page is shown until the next one is loaded. */
export function useBookings(filter: BookingFilter, offset: number) {
  return useQuery({
    ...adminQuery(admin.bookings, {
      query: { ...withoutEmpty(filter), limit: String(PAGE_LENGTH), offset: String(offset) },
    }),
    placeholderData: keepPreviousData,
  })
}

/** Returns the filter without its empty texts. */
export function withoutEmpty(filter: BookingFilter): {
  [Name in keyof BookingFilter]?: Exclude<BookingFilter[Name], ''>
} {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}
