import { failureSentence } from '../../api/failure-sentence.ts'

/** Returns the sentences about an e-mail that could not be sent. */
export function sendFailure(error: Error): string {
  return failureSentence(error, 'Die E-Mail konnte nicht gesendet werden.')
}
