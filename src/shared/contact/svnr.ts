import * as v from 'valibot'
import { type Day, isDay } from '../day.ts'

export const SVNR_REQUIRED = 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.'

/**
 * The weights of the ten digits of an Austrian social security number: running number (3 digits), check
 * digit, day, month and two-digit year. The date part of a real number can differ from the birth date
 * (docs/behaviour.md 5.11 and 5.12).
 */
const WEIGHTS: readonly number[] = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]

/** The index of the check digit, whose own weight is 0. */
const CHECK_DIGIT_INDEX = 3

/**
 * Joins the four-digit key and the birth date to ten digits, which are not checked yet. Returns '' while
 * either is incomplete.
 */
export function composeSvnr(key: string, birthDate: Day): string {
  if (!/^\d{4}$/.test(key) || !isDay(birthDate)) return ''
  return key + birthDate.slice(8, 10) + birthDate.slice(5, 7) + birthDate.slice(2, 4)
}

/**
 * Returns the check digit, 0 to 9, or 10 for a combination of running number and date that is never issued.
 */
export function checkDigit(tenDigits: string): number {
  return WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(tenDigits[index]), 0) % 11
}

/**
 * Returns whether these are ten digits, the first is not 0, and the check digit fits. The date part is not
 * checked.
 */
export function isSvnr(tenDigits: string): boolean {
  return /^[1-9]\d{9}$/.test(tenDigits) && Number(tenDigits[CHECK_DIGIT_INDEX]) === checkDigit(tenDigits)
}

/** Returns the rule of the four-digit key, or of all ten digits (docs/behaviour.md 5.11 and 5.12). */
export function svnrSchema(form: 'key' | 'full', birthDate: Day) {
  if (form === 'key') {
    return v.pipe(
      v.string(SVNR_REQUIRED),
      v.transform(digitsOf),
      v.check((key) => isSvnr(composeSvnr(key, birthDate)), SVNR_REQUIRED),
    )
  }
  // The usual sentence asks for the key, which does not help somebody who typed all ten digits.
  const incomplete = 'Ungültige SVNR. Bitte alle zehn Ziffern wie auf der e-card eingeben.'
  return v.pipe(
    v.string(incomplete),
    v.transform(digitsOf),
    v.length(10, incomplete),
    v.check(isSvnr, 'Ungültige SVNR. Bitte vergleichen Sie die zehn Ziffern mit Ihrer e-card.'),
  )
}

/** Returns a typed social security number without spaces. */
export function digitsOf(typed: string): string {
  return typed.replace(/\s/g, '')
}

/** The rule outside Austria, where no number is stored: anything passes and becomes null. */
export const noSvnr = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => null),
  ),
  null,
)

/** Returns the ten digits of a checked contact; null without an Austrian number. */
export function svnrOf({ svn4, birthDate }: { svn4: string | null; birthDate: Day }): string | null {
  if (svn4 === null) return null
  return svn4.length === 4 ? composeSvnr(svn4, birthDate) : svn4
}

/** Formats the number as the e-card shows it: `1237 010180`. */
export function formatSvnr(tenDigits: string): string {
  return `${tenDigits.slice(0, 4)} ${tenDigits.slice(4)}`
}

/** Masks the key: `•••• 01 01 80`. */
export function maskSvnr(tenDigits: string): string {
  return `•••• ${tenDigits.slice(4, 6)} ${tenDigits.slice(6, 8)} ${tenDigits.slice(8, 10)}`
}
