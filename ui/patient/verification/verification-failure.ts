import { failureText } from '../../api/http.ts'

/** Returns the sentences about an e-mail that could not be sent. */
export function unsentEmailText(error: Error): string {
  return verificationFailureText(error, 'Die E-Mail konnte nicht gesendet werden.')
}

/** Returns title and detail of a failure as one text. */
export function verificationFailureText(error: Error, fallback: string): string {
  const { title, detail } = failureText(error, fallback)
  return detail ? `${title} ${detail}` : title
}
