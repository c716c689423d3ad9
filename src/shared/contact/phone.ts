import * as v from 'valibot'
import { tooLong } from '../line.ts'

export const PHONE_REQUIRED = 'Telefon ist erforderlich.'

/** A phone number: an optional plus and 7 to 15 digits, stored with the separators that were typed. */
export const phoneSchema = v.pipe(
  v.string(PHONE_REQUIRED),
  v.transform(tidyPhone),
  v.nonEmpty(PHONE_REQUIRED),
  v.maxLength(40, tooLong(40)),
  v.check(isPhone, 'Bitte eine gültige Telefonnummer eingeben (mind. 7 Ziffern; erlaubt +, Leerzeichen, -).'),
)

/** The calling codes of countries whose numbers start with an extra 0 when dialled within the country. */
const TRUNK_ZERO_CODES: Readonly<Record<string, string>> = { AT: '43', CH: '41', DE: '49' }

/**
 * The digits before the subscriber's number, by calling code: area codes, corporate networks and mobile
 * networks; for Germany mobile networks only.
 */
const AREAS: Readonly<Record<string, RegExp>> = {
  43: /^(?:1|316|463|512|732|5[079]|7[1248]0|6(?:44|5[0-3579]|[6-9]\d)|[89]\d\d|[2-7]\d{3})/,
  41: /^\d\d/,
  49: /^1(?:5\d\d|[67]\d)/,
}

/** ITU-T E.164: the assigned codes of one and two digits; all others have three. */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** Returns whether a typed number has 7 to 15 digits, ignoring separators. */
export function isPhone(typed: string): boolean {
  return /^\+?\d{7,15}$/.test(normalisePhone(typed))
}

/**
 * Returns the number as typed, on one line, without direction marks from address books and the `tel:` of a
 * copied link.
 */
export function tidyPhone(typed: string): string {
  return typed
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^tel:\s*/i, '')
}

/**
 * Returns the number for comparing and dialling: without separators, and without the trunk zero in `+43
 * (0)664`.
 */
export function normalisePhone(typed: string): string {
  const plain = tidyPhone(typed).replace(/[\s\p{Pd}/.]/gu, '')
  return plain.replace(/^((?:\+|00)\d+)\(0\)/, '$1').replace(/[()[\]]/g, '')
}

/**
 * Formats a number for reading: `+43 664 1234567`, however it was typed. The typed groups stay if the area
 * code is unknown.
 * @param country ISO 3166-1 code, which applies to a number without a calling code
 */
export function showPhone(typed: string, country: string): string {
  if (!isPhone(typed)) return typed
  // Digits with single spaces between the typed groups, without `(0)` and with `+` instead of `00`.
  const groups = tidyPhone(typed)
    .replace(/\(0\)/, ' ')
    .replace(/[^+\d]+/g, ' ')
    .trim()
    .replace(/^00 ?/, '+')
  const home = TRUNK_ZERO_CODES[country]
  if (home !== undefined && groups.startsWith('0')) return showInternational(home, groups.slice(1))
  const code = groups.startsWith('+') ? CALLING_CODE.exec(groups.replace(/[+ ]/g, ''))?.[0] : undefined
  if (code === undefined) return groups
  // The digits of the calling code may be grouped too.
  const typedCode = new RegExp(`^\\+(?: ?\\d){${code.length}}`)
  return showInternational(code, groups.replace(typedCode, ''))
}

/**
 * Formats a number as calling code, area and the rest.
 * @param groups the national number, perhaps with its trunk zero, which is left out
 */
function showInternational(code: string, groups: string): string {
  const areas = AREAS[code]
  const national = areas ? groups.trim().replace(/^0/, '') : groups.trim()
  const digits = national.replaceAll(' ', '')
  const area = areas?.exec(digits)?.[0]
  return `+${code} ${area ? `${area} ${digits.slice(area.length)}` : national}`.trim()
}

/**
 * The prefixes of mobile numbers in the countries to which most practices send SMS. Some people write +43
 * 0664.
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
