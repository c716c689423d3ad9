import type ICAL from 'ical.js'
import { DAY_LENGTH, weekdayOf } from '../shared/day.ts'

/**
 * This module finds the days on which the rule of a series repeats (RFC 5545, section 3.3.10). Days are
 * numbers as returned by `dayNumber`.
 */

/** The names of the weekdays in rules, from Sunday on as `weekdayOf` numbers them. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/** The unit of a rule's frequency, such as a month, with its first and last day. */
type Period = Readonly<{ from: number; to: number }>

/** The parts of a rule that choose days. */
type Rule = Pick<ICAL.Recur, 'freq' | 'interval' | 'wkst' | 'parts' | 'count'>

/** For each frequency, the period that is `periodsLater` periods later than the one of the day `first`. */
const PERIODS: Readonly<Record<string, (first: number, periodsLater: number, rule: Rule) => Period>> = {
  DAILY: (first, periodsLater) => ({ from: first + periodsLater, to: first + periodsLater }),
  WEEKLY: (first, periodsLater, { wkst }) => weekFrom(startOfWeek(first, wkst) + periodsLater * 7),
  MONTHLY: (first, periodsLater) => monthAt(dateOf(first).year, dateOf(first).month + periodsLater),
  YEARLY: (first, periodsLater, { wkst, parts: { BYWEEKNO } }) =>
    BYWEEKNO
      ? weeksAt(yearOfWeek(first, wkst) + periodsLater, wkst)
      : yearAt(dateOf(first).year + periodsLater),
}

/** Days of the longest period of each frequency. A year of whole weeks has up to 53 of them. */
const LONGEST_PERIOD_DAYS: Readonly<Record<string, number>> = {
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 31,
  YEARLY: 371,
}

/** Returns whether the rule chooses only days, and no times of day. */
export function choosesDays({ freq, parts }: Rule): boolean {
  return freq in PERIODS && !parts.BYHOUR && !parts.BYMINUTE && !parts.BYSECOND
}

/**
 * Yields the days that the rule names, period by period; a period may have none. Days before `from` may be
 * skipped, unless the rule counts its times.
 * @param days `first` is the first day of the series, and `last` the last one that may be named
 */
export function* namedDays(
  rule: Rule,
  { first, from, last }: Readonly<{ first: number; from: number; last: number }>,
): Generator<readonly number[]> {
  const periodAfter = PERIODS[rule.freq]
  if (periodAfter === undefined) return
  for (let periodsLater = skippedPeriods(rule, from - first); ; periodsLater += rule.interval) {
    const period = periodAfter(first, periodsLater, rule)
    if (period.from > last) return
    yield daysIn(period, rule, first).filter((day) => day >= first && day <= last)
  }
}

/**
 * Returns the number of periods at the beginning of a series that certainly end within these days, because a
 * long series need not be followed from its beginning. It is a multiple of the interval, and 0 for a rule
 * that counts its times.
 */
function skippedPeriods({ freq, interval, count }: Rule, days: number): number {
  if (count) return 0
  const longestDays = LONGEST_PERIOD_DAYS[freq] ?? 1
  const certainlyEnded = Math.floor(days / longestDays) - 1
  return certainlyEnded > interval ? certainlyEnded - (certainlyEnded % interval) : 0
}

/** Returns the days of the period that the rule names. `first` is the first day of the series. */
function daysIn(period: Period, rule: Rule, first: number): number[] {
  const isNamed = matcherOf(rule, first)
  const days: number[] = []
  for (let day = period.from; day <= period.to; day += 1) if (isNamed(day)) days.push(day)
  const positions = rule.parts.BYSETPOS
  if (positions === undefined) return days
  // Positions count from 1, negative ones from the end.
  return days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length))
}

/** Returns a function that tells whether the rule names a day in one of its periods. */
function matcherOf({ freq, parts, wkst }: Rule, first: number): (day: number) => boolean {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYDAY, BYWEEKNO } = parts
  // A rule that names no days repeats the date, the day of the month or the weekday of the first day.
  const namesNoDays = !BYMONTHDAY && !BYYEARDAY && !BYDAY && !BYWEEKNO
  const { month, monthDay } = dateOf(first)
  const isOnDate = namesNoDays && (freq === 'MONTHLY' || freq === 'YEARLY')
  const months = BYMONTH ?? (isOnDate && freq === 'YEARLY' ? [month + 1] : undefined)
  const monthDays = BYMONTHDAY ?? (isOnDate ? [monthDay] : undefined)
  const weekdays = BYDAY ?? (freq === 'WEEKLY' || BYWEEKNO ? [WEEKDAYS[weekdayOf(first)] ?? ''] : undefined)
  // "The first Monday" is that of the month, unless the rule is about the whole year.
  const isOfYear = freq === 'YEARLY' && !BYMONTH && !BYMONTHDAY
  return (day) => {
    const date = dateOf(day)
    // The month is checked first, because it rules out most days of a year.
    if (months !== undefined && !months.includes(date.month + 1)) return false
    if (monthDays !== undefined && !isAtPosition(day, monthAt(date.year, date.month), monthDays)) return false
    if (BYYEARDAY !== undefined && !isAtPosition(day, yearAt(date.year), BYYEARDAY)) return false
    if (BYWEEKNO !== undefined && !isInWeeks(day, wkst, BYWEEKNO)) return false
    if (weekdays === undefined) return true
    const weekday = WEEKDAYS[weekdayOf(day)] ?? ''
    const ofThisWeekday = weekdays.filter((entry) => entry.endsWith(weekday))
    if (ofThisWeekday.length === 0) return false
    if (ofThisWeekday.includes(weekday)) return true
    const period = isOfYear ? yearAt(date.year) : monthAt(date.year, date.month)
    return ofThisWeekday.some((nthWeekday) => isNthWeekday(day, nthWeekday, period))
  }
}

/** Returns whether the day is at one of the positions in the period; negative ones count from its end. */
function isAtPosition(day: number, { from, to }: Period, positions: readonly number[]): boolean {
  return positions.includes(day - from + 1) || positions.includes(day - to - 1)
}

/** Returns whether the day is in one of the weeks of its year; negative ones count from the last. */
function isInWeeks(day: number, wkst: number, weeks: readonly number[]): boolean {
  const { from, to } = weeksAt(yearOfWeek(day, wkst), wkst)
  const weeksBefore = Math.floor((day - from) / 7)
  const weeksOfYear = (to + 1 - from) / 7
  return weeks.includes(weeksBefore + 1) || weeks.includes(weeksBefore - weeksOfYear)
}

/** Returns whether a day is the nth weekday of the period; `-1FR` is the last Friday. */
function isNthWeekday(day: number, nthWeekday: string, { from, to }: Period): boolean {
  // The last two characters are the weekday.
  const nth = Number(nthWeekday.slice(0, -2))
  const daysBetween = nth > 0 ? day - from : to - day
  return Math.floor(daysBetween / 7) + 1 === Math.abs(nth)
}

/** Returns the date of a day. The month counts from 0, as in `Date`. */
function dateOf(day: number): Readonly<{ year: number; month: number; monthDay: number }> {
  const date = new Date(day * DAY_LENGTH)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), monthDay: date.getUTCDate() }
}

/** Returns a month, counted from 0; 12 is January of the next year. */
function monthAt(year: number, month: number): Period {
  return { from: Date.UTC(year, month) / DAY_LENGTH, to: Date.UTC(year, month + 1) / DAY_LENGTH - 1 }
}

/** Returns a calendar year. */
function yearAt(year: number): Period {
  return { from: monthAt(year, 0).from, to: monthAt(year, 11).to }
}

/**
 * Returns the first day of the day's week. `wkst` is its weekday, which the library counts from 1, Sunday.
 */
function startOfWeek(day: number, wkst: number): number {
  const firstWeekday = wkst - 1
  const daysIntoWeek = (weekdayOf(day) - firstWeekday + 7) % 7
  return day - daysIntoWeek
}

/** Returns the week that begins on this day. */
function weekFrom(firstDay: number): Period {
  return { from: firstDay, to: firstDay + 6 }
}

/** Returns the year of the day's week, which has at least four days in that year. */
function yearOfWeek(day: number, wkst: number): number {
  return dateOf(startOfWeek(day, wkst) + 3).year
}

/** Returns all weeks of a year as one period. The first one contains 4 January. */
function weeksAt(year: number, wkst: number): Period {
  const startOfFirstWeek = (weekYear: number) => startOfWeek(yearAt(weekYear).from + 3, wkst)
  return { from: startOfFirstWeek(year), to: startOfFirstWeek(year + 1) - 1 }
}
