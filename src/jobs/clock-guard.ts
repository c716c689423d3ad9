import { type Clock, monotonicClock } from '../ctx.ts'
import { MINUTE } from '../shared/day.ts'

/** Milliseconds between two comparisons of the clocks. A minute must be a multiple of it. */
const EVERY_MS = 10_000
/**
 * A comparison comes this many milliseconds before each minute begins, so that it notices a step before the
 * minute's tasks run.
 */
const AHEAD_MS = 20
/** Milliseconds of difference from which on it counts as a step. Corrections of clock drift are smaller. */
const STEP_MS = 2_000

/**
 * Calls `onStep` when the clock was set forward or back, and when the process was suspended, for example
 * because the machine slept. In the first case the clock and the monotonic clock have advanced by different
 * times; in the second the comparison is late.
 * @returns a function that ends the comparisons
 */
export function guardClock(clock: Clock, onStep: () => void): () => void {
  let timer: NodeJS.Timeout
  const compareLater = () => {
    const start = { clock: clock(), monotonic: monotonicClock() }
    const wait = EVERY_MS - ((start.clock + AHEAD_MS) % EVERY_MS)
    timer = setTimeout(() => {
      const passed = monotonicClock() - start.monotonic
      const step = clock() - start.clock - passed
      compareLater()
      if (Math.abs(step) > STEP_MS || passed - wait > MINUTE) onStep()
    }, wait)
  }
  compareLater()
  return () => clearTimeout(timer)
}
