import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

export type BookingDetail = InferResponseType<(typeof admin.bookings)[':id']['$get']>

export function useBookingDetail(id: string) {
  return useQuery(
    adminQuery(['admin', 'booking', id], (options) =>
      admin.bookings[':id'].$get({ param: { id: encodeURIComponent(id) } }, options),
    ),
  )
}
