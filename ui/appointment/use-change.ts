import { useState } from 'react'
import { ApiError } from '../api/http.ts'
import type { ChangeAnswer } from '../api/public.ts'
import { reloadBooking, setStatus } from './use-booking.ts'

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
