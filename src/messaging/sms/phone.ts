import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Where a text message can go, or why none can. */
export type Reach = Readonly<{ e164: string }> | Readonly<{ unreachable: 'landline' | 'invalid' }>

/**
 * The typed number as E.164 when text messages can reach it; a number without a country code is one of `country`
 * (ISO 3166-1), the patient's (decisions, section 6). Everything that is no mobile telephone counts as a landline.
 */
export function reachableMobile(typed: string, country: string): Reach {
  const number = readNumber(typed, country)
  if (number === undefined) return { unreachable: 'invalid' }
  const type = number.getType()
  // In some numbering plans (North America's) mobile telephones have no numbers of their own.
  const mobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
  return mobile ? { e164: number.number } : { unreachable: 'landline' }
}

function readNumber(typed: string, country: string): PhoneNumber | undefined {
  // Most of the world dials 00 before a country code, also where the patient's own country does not.
  return [typed, typed.replace(/^\s*00/, '+')]
    .map((text) =>
      parsePhoneNumberFromString(text, {
        extract: false,
        ...(isSupportedCountry(country) && { defaultCountry: country }),
      }),
    )
    .find((number) => number?.isValid())
}
