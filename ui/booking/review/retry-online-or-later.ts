/** Milliseconds until a failed check is repeated automatically. */
const REPEAT_AFTER_MS = 5000

/**
 * Calls `retry` when the browser is online again, and after `REPEAT_AFTER_MS`.
 * @returns a function that cancels both, for an effect to return
 */
export function retryOnlineOrLater(retry: () => void): () => void {
  const timer = setTimeout(retry, REPEAT_AFTER_MS)
  addEventListener('online', retry)
  return () => {
    clearTimeout(timer)
    removeEventListener('online', retry)
  }
}
