import { ApiError } from './http.ts'

/** Returns whether the status, code or sentence of a refusal says that there is no such thing. */
export function isNotFound(error: Error | null): boolean {
  return (
    error instanceof ApiError && (error.status === 404 || /not found/i.test(`${error.code} ${error.message}`))
  )
}

/** Codes of refusals that come again when the button is pressed again. */
const FINAL: ReadonlySet<string> = new Set([
  'unauthorized',
  'bad_signature',
  'not found',
  'already_decided',
  'slot_taken',
  'too_late',
])

/** Returns whether trying again to change the appointment is useless. */
export function isFinal(error: Error | undefined): error is ApiError {
  return error instanceof ApiError && FINAL.has(error.code)
}
