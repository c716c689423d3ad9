import { isPhone, normalisePhone } from './phone.ts'

/** What mobile phones begin with, in the countries to which most practices send SMS. People also write +43 0664. */
const MOBILE_PHONES = {
  AT: /^(?:\+430?|0)6(?:44|5[0-3579]|6[013-9]|[7-9])/,
  CH: /^(?:\+410?|0)7[4-9]/,
  DE: /^(?:\+490?|0)1[567]/,
  IT: /^(?:\+39)?3/,
  LI: /^(?:\+423)?[67]/,
} as const

const COUNTRIES = Object.keys(MOBILE_PHONES) as (keyof typeof MOBILE_PHONES)[]

/**
 * The country of a mobile phone's number, by its first digits; undefined for every other number. It decides what patients are
 * asked; what an SMS can reach is decided by the numbering plans (messaging/sms/phone.ts), which are too large for a browser.
 * @param country ISO 3166-1, of a number without a calling code
 */
export function mobileCountry(typed: string, country: string): string | undefined {
  if (!isPhone(typed)) return undefined
  const dialled = normalisePhone(typed).replace(/^00/, '+')
  return COUNTRIES.find(
    (each) => (dialled.startsWith('+') || each === country) && MOBILE_PHONES[each].test(dialled),
  )
}
