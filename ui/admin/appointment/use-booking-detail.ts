import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

export type BookingDetail = InferResponseType<(typeof admin.bookings)[':id']['$get']>

export function bookingQuery(id: string) {
  return adminQuery(admin.bookings[':id'], { param: { id: encodeURIComponent(id) } })
}

export function useBookingDetail(id: string) {
  return useQuery(bookingQuery(id))
}
