import { type MouseEvent, useRef } from 'react'

/**
 * Milliseconds between two decisions, so that a double click does not also decide on the request that moves
 * up.
 */
const DECISION_PAUSE_MS = 400

/** Returns a function that accepts a click, or returns false if it follows the last accepted one too soon. */
export function useSingleClicks(): (click: MouseEvent) => boolean {
  const lastAcceptedRef = useRef(-DECISION_PAUSE_MS)
  return ({ timeStamp, detail: clicks }) => {
    // A click by the Enter key has the detail 0. The row itself ignores a held Enter key.
    if (clicks > 0 && timeStamp - lastAcceptedRef.current < DECISION_PAUSE_MS) return false
    lastAcceptedRef.current = timeStamp
    return true
  }
}
