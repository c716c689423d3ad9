import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/http.ts'
import { type Booking, type ChangeAnswer, getBooking } from '../api/public.ts'
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
function setStatus(id: string, status: Booking['status'] | undefined): void {
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

type State = { busy?: true; outcome?: ChangeAnswer; error?: Error }

/** Refusals that stay the same when the button is pressed again. */
const FINAL: ReadonlySet<string> = new Set([
  'unauthorized',
  'bad_signature',
  'not found',
  'already_decided',
  'slot_taken',
  'too_late',
])

/** Changes an appointment when `submit` is called. After `refusal` trying again is useless, after `error` it may work. */
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
        reloadBooking(id)
        setState({ error })
      },
    )
  }

  const isFinal = error instanceof ApiError && FINAL.has(error.code)
  return { busy, outcome, refusal: isFinal ? error : undefined, error: isFinal ? undefined : error, submit }
}
