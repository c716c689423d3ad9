import * as v from 'valibot'
import { tooLongSentence } from '../line.ts'

export const PHONE_REQUIRED = 'Telefon ist erforderlich.'

/** A phone number: an optional plus and 7 to 15 digits, stored with the separators that were typed. */
export const phoneSchema = v.pipe(
  v.string(PHONE_REQUIRED),
  v.transform(tidyPhone),
  v.nonEmpty(PHONE_REQUIRED),
  v.maxLength(40, tooLongSentence(40)),
  v.check(isPhone, 'Bitte eine gültige Telefonnummer eingeben (mind. 7 Ziffern; erlaubt +, Leerzeichen, -).'),
)

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
