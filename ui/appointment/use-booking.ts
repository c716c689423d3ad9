import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/http.ts'
import { type Booking, getBooking } from '../api/public.ts'
import { queryClient } from '../api/query-client.tsx'

export type BookingQuery = ReturnType<typeof useBooking>

const keyOf = (id: string) => ['booking', id]

/** The overview of one booking; its data are the booking, or a whole HTML text in its place. */
export function useBooking(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => getBooking(id, signal),
    // The practice decides while the patient looks elsewhere, and the other way round.
    staleTime: 0,
  })
}

/** A call has just told where the booking stands: no page needs to ask again, except for a ready-made HTML text. */
export function noteStatus(id: string, status: Booking['status'] | undefined): void {
  const known = queryClient.getQueryData<Booking | string>(keyOf(id))
  if (typeof known !== 'object' || status === undefined) askAgain(id)
  else queryClient.setQueryData(keyOf(id), { ...known, status })
}

/** A call was refused, so that what is known may be out of date. */
export function askAgain(id: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(id) })
}

/** Specification section 8: what the server calls "not found", in its code or its sentence. */
export function isNotFound(error: Error | null): boolean {
  return (
    error instanceof ApiError && (error.status === 404 || /not found/i.test(`${error.code} ${error.message}`))
  )
}
