/** Returns the first line of an error's message, or of its cause, which says more for a failed `fetch`. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? reasonOfCause(cause) : message
  const [firstLine = ''] = String(reason).split('\n')
  return firstLine
}

/** Returns the message, or the code if there is none, as for an error that combines several addresses. */
function reasonOfCause(cause: NodeJS.ErrnoException): string | undefined {
  return cause.message || cause.code
}
