import type { Instant } from '../../src/shared/day.ts'

/** Opens a queue of events by the instants at which they happen. */
export function openQueue() {
  const waiting: { at: Instant; run: () => void }[] = []
  return {
    /** Adds an event after those of the same instant. */
    push: (time: number, run: () => void) => {
      const at = Math.round(time)
      const later = waiting.findIndex((event) => event.at > at)
      waiting.splice(later === -1 ? waiting.length : later, 0, { at, run })
    },
    /** Removes and returns the next event until the instant; undefined when there is none. */
    take: (until: Instant) =>
      (waiting[0]?.at ?? Number.POSITIVE_INFINITY) <= until ? waiting.shift() : undefined,
  }
}
