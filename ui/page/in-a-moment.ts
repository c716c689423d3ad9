/** Milliseconds that are enough for a phone to show the page and to take a press. */
const MOMENT_MS = 200

/**
 * Calls `work` a moment later, so that work for which nobody waits yet does not delay what the page shows
 * now. A timer does this, because Safari has no requestIdleCallback.
 * @returns a function that cancels the work, for an effect to return
 */
export function inAMoment(work: () => unknown): () => void {
  const timer = setTimeout(work, MOMENT_MS)
  return () => clearTimeout(timer)
}
