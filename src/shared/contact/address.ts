import * as v from 'valibot'
import { requiredLineSchema } from '../line.ts'

export const ADDRESS_REQUIRED = 'Bitte eine gültige Adresse (Straße + Hausnummer) eingeben.'

/** Countries in which every address has a house number, with an example. */
const HOUSE_NUMBERS: Readonly<Record<string, string>> = {
  AT: 'z. B. Marktstraße 12/3',
  DE: 'z. B. Hauptstraße 12',
  CH: 'z. B. Bahnhofstrasse 12',
  LI: 'z. B. Landstrasse 12',
}

/** Makes the rule of the street line, which needs a house number in the countries above. */
export function addressSchema(country: string) {
  return v.pipe(
    requiredLineSchema(ADDRESS_REQUIRED, 120),
    v.regex(
      /^[\p{L}\p{M}\d .,'‘’/-]+$/u,
      `${ADDRESS_REQUIRED} Erlaubt sind Buchstaben, Ziffern, Leerzeichen und . , ' - /`,
    ),
    v.minLength(5, ADDRESS_REQUIRED),
    v.regex(/\p{L}/u, ADDRESS_REQUIRED),
    v.check((line) => /\d/.test(line) || !(country in HOUSE_NUMBERS), ADDRESS_REQUIRED),
  )
}

/** Returns an example of an address in the country, for an empty field. */
export function addressPlaceholder(country: string): string {
  return HOUSE_NUMBERS[country] ?? 'Straße und Hausnummer'
}
