import { useEffect } from 'react'
import { serverNow } from '../api/server-clock.ts'
import type { Dispatch } from './use-wizard.ts'
import type { Hold } from './wizard.ts'

const CHECK_EVERY = 500

/**
 * Tells the wizard when the hold's time is over, also after a phone has slept.
 * @param paused a booking is under way; whether it came in time is for the server to say
 */
export function useHoldExpiry(hold: Hold | undefined, paused: boolean, dispatch: Dispatch) {
  useEffect(() => {
    if (!hold || paused) return
    const check = () => {
      if (hold.expiresAt <= serverNow()) dispatch({ type: 'hold expired' })
    }
    check()
    const timer = setInterval(check, CHECK_EVERY)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [hold, paused, dispatch])
}
