import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does a few milliseconds of a longer task, and returns whether more may remain. */
type Step = () => boolean

/**
 * Repeats each step until it is done. Between two calls, requests are answered. Makes no more calls once
 * `stopping` is aborted.
 */
export async function inSteps(steps: readonly Step[], stopping: AbortSignal): Promise<void> {
  for (const step of steps) {
    while (!stopping.aborted && step()) await nextTurn()
    await nextTurn()
  }
}
