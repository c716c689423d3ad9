import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isStanding } from '../../src/shared/booking.ts'
import {
  type Appointment,
  type Booking,
  type ChangeAnswer,
  getAppointment,
  myBookingsQuery,
} from '../api/appointment.ts'
import { queryClient } from '../api/query-client.tsx'
import { isFinal, isNotFound } from '../api/refusals.ts'
import { NOT_FOUND } from './appointment-texts.ts'
import { usePageData } from './page-data.ts'

/** The query of an appointment and, once it has loaded, its booking or an HTML document. */
export type LoadedAppointment = ReturnType<typeof useAppointment>

/** Milliseconds during which an appointment that has just come with the page is not loaded again. */
export const JUST_LOADED_MS = 5000

const keyOf = (id: string) => ['booking', id]

/**
 * Loads an appointment: its booking, or the HTML document that the server sent instead.
 * @param staleTime milliseconds during which an appointment that came with the page is not loaded again
 */
export function useAppointment(id: string, staleTime = JUST_LOADED_MS) {
  const brought = usePageData()?.booking
  const query = useQuery({
    queryKey: keyOf(id),
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
  return isNotFound(error) ? NOT_FOUND : heading
}

/**
 * Stores the booking as a call has changed it. If the answer does not say enough, the booking is loaded
 * again: for an appointment that is off, only the server knows the next free time of the service.
 */
function storeChange(id: string, answer: ChangeAnswer): void {
  const booking = queryClient.getQueryData<Appointment>(keyOf(id))?.booking
  const changed = booking && changedBooking(booking, answer)
  if (changed) queryClient.setQueryData<Appointment>(keyOf(id), { booking: changed })
  if (!changed || !isStanding(changed.status)) reloadAppointment(id)
}

/** Returns the booking as the answer describes it; undefined when the answer lacks its status or its time. */
export function changedBooking(
  { move: askedMove, ...booking }: Booking,
  { status, slot, move }: ChangeAnswer,
): Booking | undefined {
  if (status === undefined) return undefined
  // The patient had asked for another time. Without a time in the answer, the page cannot know which of the
  // two is valid.
  if (askedMove && !slot) return undefined
  const time = slot && { ...slot, end: endFrom(slot.start, booking.slot) }
  const changed = { ...booking, status, slot: { ...booking.slot, ...time, status } }
  return move ? { ...changed, move } : changed
}

/** Returns the end of an appointment that begins at `newStart` and lasts as long as before. */
function endFrom(newStart: string, before: Booking['slot']): string {
  const length = Date.parse(before.end) - Date.parse(before.start)
  return new Date(Date.parse(newStart) + length).toISOString()
}

/** Loads the appointment again wherever it is shown, also in "Meine Termine". */
export function reloadAppointment(id: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(id) })
  void queryClient.invalidateQueries({ queryKey: myBookingsQuery.queryKey })
}

type ChangeState = { busy?: true; outcome?: ChangeAnswer; error?: Error }

/**
 * Returns `submit`, which sends a change of an appointment, and what became of it: the `outcome`, a `refusal`
 * that is final, or an `error` after which another try may work.
 */
export function useChange(id: string, send: () => Promise<ChangeAnswer>) {
  const [{ busy = false, outcome, error }, setState] = useState<ChangeState>({})

  const submit = () => {
    setState({ busy: true })
    send().then(
      (outcome) => {
        storeChange(id, outcome)
        setState({ outcome })
      },
      (error: Error) => {
        reloadAppointment(id)
        setState({ error })
      },
    )
  }

  const refusal = isFinal(error) ? error : undefined
  return { busy, outcome, refusal, error: refusal ? undefined : error, submit }
}
