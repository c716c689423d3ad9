import { useEffect, useState } from 'react'
import type { Instant } from '../../src/shared/day.ts'
import { serverNow } from '../api/server-clock.ts'

const SECOND = 1000

/** Now by the server's clock, told anew every second while `ticking`, and at once when a phone wakes up. */
export function useNow(ticking = true): Instant {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!ticking) return
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, SECOND)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [ticking])
  return now
}
