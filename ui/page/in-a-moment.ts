/** Long enough for a phone to show the page and to take a press. */
const MOMENT_MS = 200

/**
 * Does in a moment what nobody waits for yet, such as fetching what may be wanted next, so that it does not
 * delay what the page shows now. Safari has no requestIdleCallback.
 * @returns a function that calls it off, for an effect to return
 */
export function inAMoment(work: () => unknown): () => void {
  const timer = setTimeout(work, MOMENT_MS)
  return () => clearTimeout(timer)
}
