import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { normalisePhone } from '../../shared/contact/phone.ts'
import { oneLine } from '../../shared/normalize-line.ts'

/**
 * A number that SMS can reach, and the country it belongs to (ISO 3166-1; empty when unknown), or the reason
 * why SMS cannot reach it.
 */
export type Reach =
  | Readonly<{ kind: 'reachable'; e164: string; country: string }>
  | Readonly<{ kind: 'landline' | 'invalid' }>

/**
 * Reads a typed number. Without a country code it belongs to `country` (ISO 3166-1). A valid number that is
 * not a mobile number counts as a landline.
 */
export function reachableMobile(typed: string, country: string): Reach {
  const number = readNumber(typed, country)
  if (number === undefined) return { kind: 'invalid' }
  const type = number.getType()
  // In some numbering plans, such as North America's, mobile phones have no separate range.
  const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
  if (!isMobile) return { kind: 'landline' }
  return { kind: 'reachable', e164: number.number, country: number.country ?? '' }
}

/** Returns the recipient of an SMS in E.164, or as it was typed if SMS cannot reach it. */
export function smsRecipient(reach: Reach, mobile: string): string {
  return reach.kind === 'reachable' ? reach.e164 : oneLine(mobile)
}

/** Reads a typed number in any of its spellings; undefined if it is no valid number. */
function readNumber(typed: string, country: string): PhoneNumber | undefined {
  // Most of the world dials 00 before a country code, even if the patient's own country does not.
  const dialled = normalisePhone(typed)
  return [dialled, dialled.replace(/^00/, '+')]
    .map((text) =>
      parsePhoneNumberFromString(text, {
        extract: false,
        ...(isSupportedCountry(country) && { defaultCountry: country }),
      }),
    )
    .find((number) => number?.isValid())
}
