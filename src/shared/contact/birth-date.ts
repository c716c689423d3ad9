import * as v from 'valibot'
import { type Day, isDay } from '../day.ts'
import { INVALID_DAY } from '../messages.de.ts'

export const BIRTH_DATE_REQUIRED = 'Geburtsdatum ist erforderlich.'

/** An earlier day is treated as a typing error. */
const EARLIEST_BIRTH_DATE = '1900-01-01'

/** The three fields of a birth date, as they were typed. */
type BirthDateParts = { day: string; month: string; year: string }

/**
 * Returns the rule of a birth date.
 * @param today the Vienna day, the last valid one
 */
export function birthDateSchema(today: Day) {
  return v.pipe(
    v.string(BIRTH_DATE_REQUIRED),
    v.trim(),
    v.nonEmpty(BIRTH_DATE_REQUIRED),
    // The form's three fields make a text like `80-05-03`, `1980--03` or `1980-05-` until all are filled.
    v.check(
      (birthDate) => !/^\d{0,3}-|--|-$/.test(birthDate),
      `${INVALID_DAY} Tag, Monat und Jahr, das Jahr mit vier Ziffern.`,
    ),
    v.check(
      (birthDate) => isDay(birthDate) && birthDate >= EARLIEST_BIRTH_DATE && birthDate <= today,
      INVALID_DAY,
    ),
  )
}

/**
 * Returns whether the patient is under 18. Minors get no SMS of their own (docs/behaviour.md 10.44).
 * @param birthDate may be '' or incomplete
 */
export function isMinor(birthDate: string, today: Day): boolean {
  const eighteenYearsAgo = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
  // Days sort as texts.
  return isDay(birthDate) && birthDate > eighteenYearsAgo
}

/**
 * Joins the three fields of a birth date to `YYYY-MM-DD`. Returns '' while all are empty, and an invalid day
 * while one is incomplete.
 */
export function composeBirthDate({ day, month, year }: BirthDateParts): string {
  const parts = [year, month, day].map((part) => part.trim())
  return parts.every((part) => part === '')
    ? ''
    : parts.map((part) => (part.length === 1 ? `0${part}` : part)).join('-')
}

/** Splits a birth date into the three fields; the reverse of `composeBirthDate`. */
export function splitBirthDate(birthDate: string): BirthDateParts {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  return { day, month, year }
}
