import { failureSentence } from '../../api/failure-sentence.ts'

/** The sentence for a failure without one from the server. */
export const SAVE_FAILURE = 'Speichern fehlgeschlagen.'

/** The outcome of the last press of a button. */
export type FormOutcome = { tone: 'good' | 'danger'; text: string; more?: string | undefined }

/**
 * Returns the outcome of a mutation without a form: the reason of its failure, or the sentence for its
 * success.
 */
export function toOutcome(error: Error | null, failure: string, success?: string): FormOutcome | undefined {
  if (error) return { tone: 'danger', text: failureSentence(error, failure) }
  return success === undefined ? undefined : { tone: 'good', text: success }
}
