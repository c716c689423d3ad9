import { useQuery } from '@tanstack/react-query'
import { getAppointment, myBookingsQuery } from '../api/appointment.ts'
import { queryClient } from '../api/query-client.tsx'
import { isNotFound } from '../api/refusals.ts'
import { APPOINTMENT_NOT_FOUND } from './appointment-texts.ts'
import { usePageData } from './page-data.ts'

/** The query of an appointment and, once it has loaded, its booking or an HTML document. */
export type LoadedAppointment = ReturnType<typeof useAppointment>

/** Milliseconds during which an appointment that has just come with the page is not loaded again. */
export const JUST_LOADED_MS = 5000

/** Returns the key of the query of an appointment. */
export const appointmentKey = (id: string) => ['booking', id]

/**
 * Loads an appointment: its booking, or the HTML document that the server sent instead.
 * @param staleTime milliseconds during which an appointment that came with the page is not loaded again
 */
export function useAppointment(id: string, staleTime = JUST_LOADED_MS) {
  const brought = usePageData()?.booking
  const query = useQuery({
    queryKey: appointmentKey(id),
    queryFn: ({ signal }) => getAppointment(id, signal),
    // Practice and patient may change the booking at any time.
    staleTime,
    initialData: brought?.id === id ? { booking: brought } : undefined,
  })
  return { query, booking: query.data?.booking, html: query.data?.html }
}

/**
 * Returns the heading of a page about one appointment; for an unknown id, the heading says that there is
 * none.
 */
export function appointmentHeading(error: Error | null, heading: string): string {
  return isNotFound(error) ? APPOINTMENT_NOT_FOUND : heading
}

/** Loads the appointment again wherever it is shown, also in "Meine Termine". */
export function reloadAppointment(id: string): void {
  void queryClient.invalidateQueries({ queryKey: appointmentKey(id) })
  void queryClient.invalidateQueries({ queryKey: myBookingsQuery.queryKey })
}
