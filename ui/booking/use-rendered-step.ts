import { useRef, useSyncExternalStore } from 'react'
import type { Step } from './wizard/wizard.ts'

/**
 * Returns the step that the server has rendered, in a page that React has taken over; otherwise undefined.
 * React reads the third argument on the server and while it takes over, and the second one in every later
 * rendering. Both give the same step, so that no further rendering follows.
 */
export function useRenderedStep(shownStep: Step): Step | undefined {
  const stepRef = useRef<Step>(undefined)
  return useSyncExternalStore(
    neverChanges,
    () => stepRef.current,
    () => {
      stepRef.current = shownStep
      return shownStep
    },
  )
}

/** Subscribes to a store that never changes, so subscribing and unsubscribing do nothing. */
const neverChanges = () => () => {}
