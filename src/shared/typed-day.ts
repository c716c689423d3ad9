import { type Day, isDay } from './day.ts'

/** Reads what somebody types for a day, which is seldom the form that is stored. */

/**
 * Reads a birth date with or without leading zeros and century: `14.3.58`, `14. 03. 1958`, `1958-03-14`.
 * A year of two digits is the latest that has begun. Returns undefined for anything else.
 */
export function typedBirthDate(text: string, today: Day): Day | undefined {
  const typed = text.trim()
  if (isDay(typed)) return typed
  const match = /^(\d{1,2})[.\s/-]+(\d{1,2})[.\s/-]+(\d{4}|\d{2})$/.exec(typed)
  if (match === null) return undefined
  const [, day = '', month = '', year = ''] = match
  const born = `${withCentury(year, today)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(born) ? born : undefined
}

function withCentury(year: string, today: Day): string {
  if (year.length === 4) return year
  const century = Number(today.slice(0, 2))
  return `${year > today.slice(2, 4) ? century - 1 : century}${year}`
}
