import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does some milliseconds of a longer work, and returns whether there may be more. */
type Step = () => boolean

/**
 * Repeats each step until it has no more. Requests are answered between two of them. Starts nothing new once
 * `stopping` is aborted.
 */
export async function inSteps(steps: readonly Step[], stopping: AbortSignal): Promise<void> {
  for (const step of steps) {
    while (!stopping.aborted && step()) await nextTurn()
    await nextTurn()
  }
}
