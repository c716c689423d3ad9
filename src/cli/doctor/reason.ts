/**
 * Returns the first line of an error's message, or of the message of its cause. A failed `fetch` always has
 * the same message, and its cause says more.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const reason = error.cause instanceof Error ? messageOrCode(error.cause) : error.message
  const [firstLine = ''] = reason.split('\n')
  return firstLine
}

/**
 * Returns the message, or the code if there is none, as for an `AggregateError` of all IP addresses of a
 * host.
 */
function messageOrCode({ message, code = '' }: NodeJS.ErrnoException): string {
  return message || code
}
