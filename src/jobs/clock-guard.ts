import { type Clock, monotonicClock } from '../ctx.ts'
import { MINUTE } from '../shared/day.ts'

/** How often the clocks are compared. A minute is a multiple of it. */
const EVERY_MS = 10_000
/** So long before a minute begins the comparison comes, so that a task of that minute never sees a step first. */
const AHEAD_MS = 20
/** Clocks drift, and are corrected by less than this at a time. */
const STEP_MS = 2_000

/**
 * Calls `onStep` when the clock was set, forward or back, and when the process stood still, as on a machine that slept: the
 * monotonic clock has then not gone as far as the other one, or the comparison comes late.
 * @returns a function that ends it
 */
export function guardClock(clock: Clock, onStep: () => void): () => void {
  let timer: NodeJS.Timeout
  const compareLater = () => {
    const before = { clock: clock(), monotonic: monotonicClock() }
    const wait = EVERY_MS - ((before.clock + AHEAD_MS) % EVERY_MS)
    timer = setTimeout(() => {
      const passed = monotonicClock() - before.monotonic
      const step = clock() - before.clock - passed
      compareLater()
      if (Math.abs(step) > STEP_MS || passed - wait > MINUTE) onStep()
    }, wait)
  }
  compareLater()
  return () => clearTimeout(timer)
}
