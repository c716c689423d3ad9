import { useEffect } from 'react'
import { serverNow } from '../api/server-clock.ts'
import type { Dispatch, Hold } from './wizard/wizard.ts'

/**
 * A timer for the whole time would be late by the time that a phone was asleep, so the clock is read often.
 */
const CHECK_EVERY_MS = 500

/**
 * Dispatches `hold expired` when the hold's time is over, also on a phone that was asleep at that instant.
 * @param isPaused true while a call that uses the hold is on its way: the server decides whether that was in
 * time
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
