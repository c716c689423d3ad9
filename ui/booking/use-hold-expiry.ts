import { useEffect } from 'react'
import { serverNow } from '../api/server-clock.ts'
import type { Dispatch, Hold } from './wizard/wizard.ts'

/** A single long timer would be late on a phone that was asleep, so the clock is polled. */
const CHECK_EVERY_MS = 500

/**
 * Dispatches `hold expired` when the hold expires, even on a phone that was asleep at that moment.
 * @param isPaused true while a call that uses the hold is pending: the server decides whether it was in time
 */
export function useHoldExpiry(hold: Hold | undefined, isPaused: boolean, dispatch: Dispatch) {
  useEffect(() => {
    if (!hold || isPaused) return
    const checkExpiry = () => {
      if (hold.expiresAt <= serverNow()) dispatch({ type: 'hold expired' })
    }
    checkExpiry()
    const timer = setInterval(checkExpiry, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', checkExpiry)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkExpiry)
    }
  }, [hold, isPaused, dispatch])
}
