import { ApiError, brokenText, reasonOf } from './http.ts'

/**
 * Returns what is shown of a failed call in the admin area. A sentence that only names the status of the
 * answer does not say what has failed, so `failure` stands before it (docs/behaviour.md 13.10).
 */
export function failureSentence(error: Error, failure: string): string {
  const sentence = reasonOf(error) ?? failure
  const isBroken = error instanceof ApiError && sentence === brokenText(error.status)
  return isBroken ? `${failure} ${sentence}` : sentence
}
