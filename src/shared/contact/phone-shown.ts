import { isPhone, tidyPhone } from './phone.ts'

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

/**
 * Formats a number for reading: `+43 664 1234567`, however it was typed. The typed groups stay if the area
 * code is unknown.
 * @param country ISO 3166-1 code, which applies to a number without a calling code
 */
export function showPhone(typed: string, country: string): string {
  if (!isPhone(typed)) return typed
  const groups = groupsOf(typed)
  const homeCode = TRUNK_ZERO_CODES[country]
  if (homeCode !== undefined && groups.startsWith('0')) return showInternational(homeCode, groups.slice(1))
  if (!groups.startsWith('+')) return groups
  const code = CALLING_CODE.exec(groups.replace(/[+ ]/g, ''))?.[0]
  if (code === undefined) return groups
  // The digits of the calling code may be grouped too.
  const typedCode = new RegExp(`^\\+(?: ?\\d){${code.length}}`)
  return showInternational(code, groups.replace(typedCode, ''))
}

/** Returns the digits with single spaces between the typed groups, without `(0)` and with `+` for `00`. */
function groupsOf(typed: string): string {
  const withoutTrunkZero = tidyPhone(typed).replace(/\(0\)/, ' ')
  const groups = withoutTrunkZero.replace(/[^+\d]+/g, ' ').trim()
  return groups.replace(/^00 ?/, '+')
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
  if (area === undefined) return `+${code} ${national}`.trim()
  return `+${code} ${area} ${digits.slice(area.length)}`.trim()
}
