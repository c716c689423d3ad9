import { useEffect, useState } from 'react'
import type { Day, Instant } from '../../src/shared/day.ts'
import { viennaDay } from '../../src/shared/vienna-clock.ts'

/** Milliseconds of difference that are not corrected: the header has whole seconds and arrives late. */
const TOLERANCE_MS = 10_000

/** Milliseconds by which the server's clock is ahead of the browser's. */
let aheadMs = 0

/**
 * Sets the clock by a server time that has just arrived: the `Date` header of a response, or the ISO instant
 * in a page. A text that is no time changes nothing.
 * @param askedAt when the call was made. On a slow line, or while a phone sleeps, its answer gets older than
 *   the tolerance, although the clock is right.
 */
export function setServerTime(time: string | null, askedAt: Instant = Date.now()): void {
  const answeredAt = Date.parse(time ?? '')
  if (Number.isNaN(answeredAt)) return
  const isInStep = askedAt - TOLERANCE_MS <= answeredAt && answeredAt <= Date.now() + TOLERANCE_MS
  aheadMs = isInStep ? 0 : answeredAt - askedAt
}

/** Returns the server's time, as far as it is known. Holds expire by the server's clock. */
export function serverNow(): Instant {
  return Date.now() + aheadMs
}

/**
 * Returns the server's time. The component renders again every second while `ticking`, and when a phone wakes
 * up.
 */
export function useNow(ticking = true): Instant {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!ticking) return
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [ticking])
  return now
}

/** Returns today's date in Vienna by the server's clock. */
export function viennaToday(): Day {
  return viennaDay(serverNow())
}
