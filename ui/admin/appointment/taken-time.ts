import { ApiError, hasCode } from '../../api/http.ts'

/**
 * Returns the error as it is, unless it says that somebody else has just taken the time: that one belongs to
 * the field of the time.
 */
export function withErrorAtTime(error: unknown): unknown {
  if (!hasCode(error, 'slot_taken')) return error
  return new ApiError(error.status, error.message, { ...error.facts, fields: { time: error.message } })
}
