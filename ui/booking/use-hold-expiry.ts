import { useEffect } from 'react'
import { serverNow } from '../api/server-clock.ts'
import type { Dispatch, Hold } from './wizard/wizard.ts'

const CHECK_EVERY_MS = 500

/**
 * Dispatches `hold expired` when the hold's time is over, also on a phone that was asleep at that instant.
 * @param paused true while a booking is being sent, because the server decides whether it was in time
 */
export function useHoldExpiry(hold: Hold | undefined, paused: boolean, dispatch: Dispatch) {
  useEffect(() => {
    if (!hold || paused) return
    const check = () => {
      if (hold.expiresAt <= serverNow()) dispatch({ type: 'hold expired' })
    }
    check()
    const timer = setInterval(check, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [hold, paused, dispatch])
}
