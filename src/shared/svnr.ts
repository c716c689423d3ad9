import { type Day, isDay } from './day.ts'

/**
 * The Austrian social security number: running number (3), check digit (1), day, month and two-digit year.
 * Source: specification section 5; the date part of a real number may be no date at all (decisions, section 8).
 */
const WEIGHTS: readonly number[] = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]

const CHECK_DIGIT_AT = 3

/**
 * The ten digits made of the key on the e-card and the birth date; '' while either is not complete.
 * Whether the number can exist is for `isSvnr` to say.
 */
export function composeSvnr(key: string, birthDate: Day): string {
  if (!/^\d{4}$/.test(key) || !isDay(birthDate)) return ''
  return key + birthDate.slice(8, 10) + birthDate.slice(5, 7) + birthDate.slice(2, 4)
}

/** 0 to 9, or 10 when no number with this running number and date was ever issued. */
export function checkDigit(tenDigits: string): number {
  return WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(tenDigits[at]), 0) % 11
}

/** True for ten digits whose first is not 0 and whose check digit fits, whatever the date part says. */
export function isSvnr(tenDigits: string): boolean {
  return /^[1-9]\d{9}$/.test(tenDigits) && Number(tenDigits[CHECK_DIGIT_AT]) === checkDigit(tenDigits)
}

/** The ten digits that a checked contact stands for; null for somebody without an Austrian number. */
export function socialSecurityNumber({
  svn4,
  birthDate,
}: {
  svn4: string | null
  birthDate: Day
}): string | null {
  if (svn4 === null) return null
  return svn4.length === 4 ? composeSvnr(svn4, birthDate) : svn4
}

/** As printed on the e-card: `1237 010180`. */
export function showSvnr(tenDigits: string): string {
  return `${tenDigits.slice(0, 4)} ${tenDigits.slice(4)}`
}

/** For a screen where somebody may look over the shoulder: `•••• 01 01 80`. */
export function maskSvnr(tenDigits: string): string {
  return `•••• ${tenDigits.slice(4, 6)} ${tenDigits.slice(6, 8)} ${tenDigits.slice(8, 10)}`
}
