import { ApiError, brokenAnswerText, reasonOf } from './http.ts'

/**
 * Returns the text that the admin area shows for a failed call. A sentence that only names the HTTP status
 * does not say what has failed, so `failure` precedes it (docs/behaviour.md 13.10).
 */
export function failureSentence(error: Error, failure: string): string {
  const sentence = reasonOf(error) ?? failure
  const isBroken = error instanceof ApiError && sentence === brokenAnswerText(error.status)
  return isBroken ? `${failure} ${sentence}` : sentence
}
