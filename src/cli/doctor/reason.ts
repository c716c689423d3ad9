/**
 * Returns the first line of an error's message. Where the error has another one as its cause, as that of a
 * failed `fetch` has, the cause says more.
 */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? reasonOfCause(cause) : message
  const [firstLine = ''] = String(reason).split('\n')
  return firstLine
}

/** Returns the message, or else the code: a cause that stands for several addresses has only that. */
function reasonOfCause(cause: NodeJS.ErrnoException): string | undefined {
  return cause.message || cause.code
}
