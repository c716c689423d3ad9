import { ApiError, hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'

/** The part of a query's key by which the cache knows free times. Their paths end with this word. */
export const SLOTS = 'slots'

/**
 * Returns the error as it is, unless it says that somebody else has just taken the time. Then the free times
 * are loaded again, and the returned error belongs to the field of the time.
 */
export function withErrorAtTime(error: unknown): unknown {
  if (!hasCode(error, 'slot_taken')) return error
  void queryClient.invalidateQueries({ queryKey: ['admin'], predicate: showsFreeTimes })
  return new ApiError(error.status, error.message, { ...error.facts, fields: { time: error.message } })
}

function showsFreeTimes({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey.includes(SLOTS)
}
