import { ApiError, hasCode } from '../../api/http.ts'

/**
 * Returns the error unchanged, unless it says that somebody else has just taken the time: that error belongs
 * to the time field.
 */
export function withErrorAtTime(error: unknown): unknown {
  if (!hasCode(error, 'slot_taken')) return error
  return new ApiError(error.status, error.message, { ...error.facts, fields: { time: error.message } })
}
