import { addDays, type Day } from '../shared/day.ts'

/** A public holiday, with its Austrian name. */
export type Holiday = Readonly<{ date: Day; name: string }>

/** No two public holidays fall on the same day in these years. */
export const HOLIDAY_YEARS = { from: 2020, to: 2100 } as const

/** Month and day of the holidays with a fixed date. Source: section 7 (2) of the Arbeitsruhegesetz. */
const FIXED_HOLIDAYS = {
  '01-01': 'Neujahr',
  '01-06': 'Heilige Drei Könige',
  '05-01': 'Staatsfeiertag',
  '08-15': 'Mariä Himmelfahrt',
  '10-26': 'Nationalfeiertag',
  '11-01': 'Allerheiligen',
  '12-08': 'Mariä Empfängnis',
  '12-25': 'Christtag',
  '12-26': 'Stefanitag',
}
/** The other holidays, by the days from Easter Sunday. */
const MOVABLE_HOLIDAYS = [
  { daysAfterEaster: 1, name: 'Ostermontag' },
  { daysAfterEaster: 39, name: 'Christi Himmelfahrt' },
  { daysAfterEaster: 50, name: 'Pfingstmontag' },
  { daysAfterEaster: 60, name: 'Fronleichnam' },
]

/** Returns Austria's public holidays of a year, by date. */
export function publicHolidays(year: number): Holiday[] {
  const easter = easterSunday(year)
  return [
    ...Object.entries(FIXED_HOLIDAYS).map(([monthAndDay, name]) => ({
      date: `${year}-${monthAndDay}`,
      name,
    })),
    ...MOVABLE_HOLIDAYS.map(({ daysAfterEaster, name }) => ({
      date: addDays(easter, daysAfterEaster),
      name,
    })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/**
 * Computes Easter Sunday. Source: the Gregorian algorithm of Meeus, Astronomical Algorithms, chapter 8, with
 * his letters: `a` is the position in the lunar cycle, `b` the century, `c` the year within it.
 */
function easterSunday(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const moon = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - moon - (c % 4)) % 7
  const late = Math.floor((a + 11 * moon + 22 * weekday) / 451)
  return addDays(`${year}-03-22`, moon + weekday - 7 * late)
}
