import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/http.ts'
import { type Booking, getBooking } from '../api/public.ts'
import { queryClient } from '../api/query-client.tsx'

export type BookingQuery = ReturnType<typeof useBooking>

const keyOf = (id: string) => ['booking', id]

/** One booking, or the HTML document that the server sent in its place. */
export function useBooking(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => getBooking(id, signal),
    // Always fresh: practice and patient may change the booking at any time.
    staleTime: 0,
  })
}

/** Stores the status that a call has returned. Reloads the booking where that is not possible. */
export function setStatus(id: string, status: Booking['status'] | undefined): void {
  const booking = queryClient.getQueryData<Booking | string>(keyOf(id))
  if (typeof booking !== 'object' || status === undefined) reloadBooking(id)
  else queryClient.setQueryData(keyOf(id), { ...booking, status })
}

export function reloadBooking(id: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(id) })
}

/** Whether the server does not know the booking, by its status, code or sentence. */
export function isNotFound(error: Error | null): boolean {
  return (
    error instanceof ApiError && (error.status === 404 || /not found/i.test(`${error.code} ${error.message}`))
  )
}
