import { emailKey } from '../shared/contact/email.ts'
import { normalEmail } from '../shared/contact/normal-email.ts'

/**
 * Returns the form in which the e-mail address of an account is stored and compared. Chromium's fields for
 * e-mail addresses send a domain with umlauts in Punycode, Firefox's and the command line as it was typed.
 */
export function accountAddress(typed: string): string {
  return emailKey(normalEmail(typed))
}
