/**
 * This module joins and splits the two parts of the stored reason why a message was not sent: a sentence for
 * everybody, and the words of the server or provider, which only help the operator.
 */

const BEFORE_TECHNICAL = ' Technisch: '

/** Joins a sentence with the server's own words, which may be empty. */
export function faultText(sentence: string, technical: string): string {
  return technical === '' ? sentence : `${sentence}${BEFORE_TECHNICAL}${technical}`
}

/** The codes that SMS providers' refusals end with: `(INVALID_RECIPIENT)`, `(HTTP 500)`, `(202)`. */
const CODE = / \((?:HTTP \d+|[A-Z\d_]+|ohne Code)\)/g

/** Splits a stored reason into the sentence and the rest, which may be empty. */
export function splitFault(stored: string): { sentence: string; technical: string } {
  const [sentence = '', technical = ''] = stored.split(BEFORE_TECHNICAL)
  const codes = [...sentence.matchAll(CODE)].map(([code]) => code.trim().slice(1, -1))
  return { sentence: sentence.replace(CODE, ''), technical: technical || codes.join(', ') }
}
