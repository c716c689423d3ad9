import { ApiError, hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

/** The last part of every path under which the server answers free times. */
export const SLOTS = 'slots'

/**
 * Returns the error as it is, unless it says that somebody else has just taken the time: then the free times
 * are loaded again, and the error that is returned has its sentence at the time.
 */
export function withErrorAtTime(error: unknown): unknown {
  if (!hasCode(error, 'slot_taken')) return error
  void queryClient.invalidateQueries({ queryKey: ['admin'], predicate: showsFreeTimes })
  return new ApiError(error.status, error.message, { ...error.facts, fields: { time: error.message } })
}

function showsFreeTimes({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey.includes(SLOTS)
}
