import { ApiError } from './http.ts'

/** Returns whether a refusal says, by status, code or sentence, that the requested thing does not exist. */
export function isNotFound(error: Error | null): boolean {
  return (
    error instanceof ApiError && (error.status === 404 || /not found/i.test(`${error.code} ${error.message}`))
  )
}

/** Codes of refusals that another press of the button cannot change. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'unauthorized',
  'bad_signature',
  'not found',
  'already_decided',
  'slot_taken',
  'too_late',
])

/** Returns whether trying again to change the appointment is useless. */
export function isFinalRefusal(error: Error | undefined): error is ApiError {
  return error instanceof ApiError && FINAL_CODES.has(error.code)
}
