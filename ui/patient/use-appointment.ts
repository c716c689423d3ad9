import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Appointment, type Booking, type ChangeAnswer, getAppointment } from '../api/appointment.ts'
import { queryClient } from '../api/query-client.tsx'
import { isFinal, isNotFound } from '../api/refusals.ts'
import { NOT_FOUND } from './appointment-texts.ts'

export type LoadedAppointment = ReturnType<typeof useAppointment>

const keyOf = (id: string) => ['booking', id]

/** Loads an appointment: its booking, or the HTML document that the server sent in its place. */
export function useAppointment(id: string) {
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => getAppointment(id, signal),
    // Practice and patient may change the booking at any time.
    staleTime: 0,
  })
  return { query, booking: query.data?.booking, html: query.data?.html }
}

/** Returns the heading of a page about one appointment. It may say that there is no such appointment. */
export function appointmentHeading(error: Error | null, heading: string): string {
  return isNotFound(error) ? NOT_FOUND : heading
}

/** Stores the status that a call has returned, or reloads the booking if there is no status. */
function setStatus(id: string, status: Booking['status'] | undefined): void {
  const booking = queryClient.getQueryData<Appointment>(keyOf(id))?.booking
  if (!booking || status === undefined) reloadAppointment(id)
  else queryClient.setQueryData<Appointment>(keyOf(id), { booking: { ...booking, status } })
}

export function reloadAppointment(id: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(id) })
}

type State = { busy?: true; outcome?: ChangeAnswer; error?: Error }

/**
 * Changes an appointment when `submit` is called. A `refusal` is final; after an `error`, trying again may
 * work.
 */
export function useChange(id: string, send: () => Promise<ChangeAnswer>) {
  const [{ busy = false, outcome, error }, setState] = useState<State>({})

  const submit = () => {
    setState({ busy: true })
    send().then(
      (outcome) => {
        setStatus(id, outcome.status)
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
