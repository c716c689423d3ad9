import { useState } from 'react'
import { ApiError } from '../api/http.ts'
import type { Outcome } from '../api/public.ts'
import { askAgain, noteStatus } from './use-booking.ts'

type Progress = { busy?: true; outcome?: Outcome; error?: Error }

/** Refusals that a second press cannot mend. */
const FINAL: ReadonlySet<string> = new Set([
  'unauthorized',
  'bad_signature',
  'not found',
  'already_decided',
  'slot_taken',
  'too_late',
])

/**
 * The one button that changes an appointment: nothing is sent before it is pressed. `refusal` is final; after a
 * `fault` it may be pressed again.
 */
export function usePress(id: string, send: () => Promise<Outcome>) {
  const [{ busy = false, outcome, error }, setProgress] = useState<Progress>({})

  const press = () => {
    setProgress({ busy: true })
    send().then(
      (outcome) => {
        noteStatus(id, outcome.status)
        setProgress({ outcome })
      },
      (error: Error) => {
        askAgain(id)
        setProgress({ error })
      },
    )
  }

  const isFinal = error instanceof ApiError && FINAL.has(error.code)
  return { busy, outcome, refusal: isFinal ? error : undefined, fault: isFinal ? undefined : error, press }
}
