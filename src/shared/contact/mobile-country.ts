import { isPhone, normalisePhone } from './phone.ts'

/**
 * The prefixes of mobile numbers in the countries to which most practices send SMS. Some people keep the
 * trunk zero behind the calling code, as in +43 0664.
 */
const MOBILE_PHONES = {
  AT: /^(?:\+430?|0)6(?:44|5[0-3579]|6[013-9]|[7-9])/,
  CH: /^(?:\+410?|0)(?:6[89]|7[235-9])/,
  DE: /^(?:\+490?|0)1(?:5|6[0-3]|7)/,
  IT: /^(?:\+39)?3/,
  LI: /^(?:\+423)?[67]/,
} as const

const COUNTRIES = Object.keys(MOBILE_PHONES) as (keyof typeof MOBILE_PHONES)[]

/**
 * Returns the country of a mobile phone's number by its first digits; undefined for every other number. The
 * form uses it to decide whether to offer a reminder by SMS. The server decides by numbering plans, which are
 * too large for a browser (messaging/sms/phone.ts).
 * @param country ISO 3166-1 code, which applies to a number without a calling code
 */
export function mobileCountry(typed: string, country: string): string | undefined {
  if (!isPhone(typed)) return undefined
  const dialled = normalisePhone(typed).replace(/^00/, '+')
  return COUNTRIES.find(
    (code) => (dialled.startsWith('+') || code === country) && MOBILE_PHONES[code].test(dialled),
  )
}
