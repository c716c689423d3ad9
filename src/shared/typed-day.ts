import { addDays, type Day, isDay } from './day.ts'

/** This module reads days as people type them, which is seldom the stored form. */

/** The named days by their distance from today. */
const NAMED_DAYS: Readonly<Record<string, number>> = { gestern: -1, heute: 0, morgen: 1, übermorgen: 2 }

/** Years between two 29 Februaries around a century that is not a leap year. */
const MOST_YEARS = 8

/** The first three letters of each month, in order. */
const MONTHS = ['jän', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']

/**
 * Reads a birth date with or without leading zeros and century: `14.3.58`, `14. 03. 1958`, `1958-03-14`. A
 * two-digit year is the latest such year that has begun. Returns undefined for anything else.
 */
export function readTypedBirthDate(text: string, today: Day): Day | undefined {
  const typed = text.trim()
  if (isDay(typed)) return typed
  const match = /^(\d{1,2})[.\s/-]+(\d{1,2})[.\s/-]+(\d{4}|\d{2})$/.exec(typed)
  if (match === null) return undefined
  const [, day = '', month = '', year = ''] = match
  const birthDate = `${withCentury(year, today)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(birthDate) ? birthDate : undefined
}

/** Adds the century of `today` to a year of two digits, or the one before, so that the year has begun. */
function withCentury(year: string, today: Day): string {
  if (year.length === 4) return year
  const century = Number(today.slice(0, 2))
  return `${year > today.slice(2, 4) ? century - 1 : century}${year}`
}

/** The error for a text that `readTypedDay` cannot read; messages.de.ts has the one for days on the wire. */
export const UNREADABLE_DAY = 'Bitte ein Datum wie 3.12. angeben.'

/**
 * Reads a day of the calendar: `3.12.`, `3.12.27`, `03.12.2027`, `3 12`, `3. Dezember`, `heute`, `morgen`,
 * `2027-12-03`. Without a year it is the next such day, or with `isPast` the last one; today is either.
 * Returns undefined for anything else.
 */
export function readTypedDay(text: string, today: Day, { isPast = false } = {}): Day | undefined {
  const typed = text.trim().toLowerCase()
  const distance = NAMED_DAYS[typed]
  if (distance !== undefined) return addDays(today, distance)
  if (isDay(typed)) return typed
  const match = /^(\d{1,2})[.\s/-]+(?:(\d{1,2})|([a-zäö]{3,}))[.\s/-]*(\d{4}|\d{2})?$/.exec(typed)
  if (match === null) return undefined
  const [, day = '', monthNumber, monthName = '', year] = match
  const month = monthNumber ?? monthOf(monthName)
  const monthAndDay = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year === undefined) return nearestDay(monthAndDay, today, { isPast })
  const typedYear = year.length === 4 ? year : `${today.slice(0, 2)}${year}`
  const inYear = `${typedYear}-${monthAndDay}`
  return isDay(inYear) ? inYear : undefined
}

/** Returns the next such day, or with `isPast` the last one. */
function nearestDay(monthAndDay: string, today: Day, { isPast }: { isPast: boolean }): Day | undefined {
  const thisYear = Number(today.slice(0, 4))
  for (let years = 0; years <= MOST_YEARS; years++) {
    const day = `${isPast ? thisYear - years : thisYear + years}-${monthAndDay}`
    if (isDay(day) && (isPast ? day <= today : day >= today)) return day
  }
  return undefined
}

/** Returns the month with this name, `0` for another word. */
function monthOf(name: string): string {
  const start = name.slice(0, 3)
  return String(start === 'jan' ? 1 : MONTHS.indexOf(start) + 1)
}
