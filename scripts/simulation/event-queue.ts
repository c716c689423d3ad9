import type { Instant } from '../../src/shared/day.ts'

/** Opens a queue of events by the instants at which they happen. */
export function openQueue() {
  const waiting: { at: Instant; run: () => void }[] = []
  return {
    /** Adds an event after those of the same instant. */
    push: (time: number, run: () => void) => {
      const at = Math.round(time)
      const laterEvent = waiting.findIndex((event) => event.at > at)
      waiting.splice(laterEvent === -1 ? waiting.length : laterEvent, 0, { at, run })
    },
    /** Removes the next event and returns it; undefined when none happens up to this instant. */
    take: (until: Instant) =>
      (waiting[0]?.at ?? Number.POSITIVE_INFINITY) <= until ? waiting.shift() : undefined,
  }
}
