import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

/** An appointment with everything that the practice knows about it. */
export type BookingDetail = InferResponseType<(typeof admin.bookings)[':id']['$get']>

/** The query of an appointment's details. The id is encoded, because the typed client does not do that. */
export function bookingQuery(id: string) {
  return adminQuery(admin.bookings[':id'], { param: { id: encodeURIComponent(id) } })
}

/** Loads the details of an appointment. */
export function useBookingDetail(id: string) {
  return useQuery(bookingQuery(id))
}
