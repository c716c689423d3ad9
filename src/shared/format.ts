import { twoDigits } from './day.ts'
import { viennaClock } from './vienna-clock.ts'

/**
 * This module formats dates and times for people in Austria: de-AT, Europe/Vienna (docs/behaviour.md 15.1). A
 * no-break space keeps the short weekday, day and month, time and "Uhr" together.
 */

/** A Vienna day (`2027-01-12`), an ISO instant with offset, or epoch milliseconds. */
export type When = string | number

const ONLY_DAY = /^\d{4}-\d{2}-\d{2}$/

const WEEKDAYS = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag']
const MONTHS = [
  'Jänner',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]

/** Formats `Dienstag, 12. Jänner`, and adds the year unless it is that of `today`. */
export function longDay(when: When, today = when): string {
  return `${longWeekday(when)}, ${dayAndMonth(when, today)}`
}

/** `Dienstag, 12. Jänner 2027` */
export function fullDay(when: When): string {
  return `${longWeekday(when)}, ${plainDay(when)}`
}

/**
 * Formats `Di 12. Jänner` on one line, and adds the year, which may wrap to the next line, unless it is that
 * of `today`.
 */
export function shortDay(when: When, today = when): string {
  return `${shortWeekday(when)}\u00a0${dayAndMonth(when, today)}`
}

/** `12. Jänner 2027`, for birth dates. */
export function plainDay(when: When): string {
  return `${dayAndMonth(when, when)} ${partsOf(when).year}`
}

/** `Jänner 2027` */
export function monthYear(when: When): string {
  const { month, year } = partsOf(when)
  return `${month} ${year}`
}

/** `Dienstag` */
export function longWeekday(when: When): string {
  return partsOf(when).weekday
}

/** `Di` */
export function shortWeekday(when: When): string {
  return partsOf(when).weekday.slice(0, 2)
}

/** `Jänner` */
export function monthName(when: When): string {
  return partsOf(when).month
}

/** `12` */
export function dayOfMonth(when: When): string {
  return partsOf(when).day
}

/** `08:30` */
export function timeOfDay(instant: When): string {
  const { hour, minute } = partsOf(instant)
  return `${hour}:${minute}`
}

/** `08:30 Uhr` */
export function clockTime(instant: When): string {
  return `${timeOfDay(instant)}\u00a0Uhr`
}

/** Formats `Di 12. Jänner, 08:30`, and adds the year unless it is that of `today`. */
export function shortDayTime(instant: When, today = instant): string {
  return `${shortDay(instant, today)}, ${timeOfDay(instant)}`
}

/** Formats `Di 12. Jänner, 08:30 Uhr`, and adds the year unless it is that of `today`. */
export function shortDayClock(instant: When, today = instant): string {
  return `${shortDay(instant, today)}, ${clockTime(instant)}`
}

/** `Di 12. Jänner 2027, 08:30`, for lists that span years. */
export function dateTime(instant: When): string {
  return `${shortDay(instant)} ${partsOf(instant).year}, ${timeOfDay(instant)}`
}

/** `Di 12. Jänner 2027, 08:30:05`, for lists whose order depends on seconds. */
export function dateTimeToTheSecond(instant: When): string {
  return `${dateTime(instant)}:${partsOf(instant).second}`
}

/** `Dienstag, 12. Jänner 2027, 08:30 Uhr` */
export function fullDayTime(instant: When): string {
  return `${fullDay(instant)}, ${clockTime(instant)}`
}

/** Formats the minutes and seconds left, `8:42`, rounded up and never below `0:00`. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`
}

/** Formats the same time in words: `8 Minuten 42 Sekunden`, `1 Minute`. */
export function countdownWords(milliseconds: number): string {
  const [minutes = 0, seconds = 0] = countdown(milliseconds).split(':').map(Number)
  const parts = [minutes > 0 && counted(minutes, 'Minute'), seconds > 0 && counted(seconds, 'Sekunde')]
  return parts.filter(Boolean).join(' ') || '0 Sekunden'
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 'n'}`
}

/** Formats `12. Jänner` with a no-break space, so that it stays on one line. */
function dayAndMonth(when: When, today: When): string {
  const { day, month, year } = partsOf(when)
  return `${day}.\u00a0${month}${year === partsOf(today).year ? '' : ` ${year}`}`
}

/** @throws RangeError for a text that is neither a day nor an instant */
function partsOf(when: When) {
  const clock = clockAt(when)
  if (Number.isNaN(clock.getTime())) throw new RangeError(`no time: ${when}`)
  return {
    weekday: WEEKDAYS[clock.getUTCDay()] ?? '',
    day: String(clock.getUTCDate()),
    month: MONTHS[clock.getUTCMonth()] ?? '',
    year: String(clock.getUTCFullYear()),
    hour: twoDigits(clock.getUTCHours()),
    minute: twoDigits(clock.getUTCMinutes()),
    second: twoDigits(clock.getUTCSeconds()),
  }
}

/** Returns Vienna's clock in the UTC fields of a Date; midnight for a day. */
function clockAt(when: When): Date {
  if (typeof when === 'number') return viennaClock(when)
  return ONLY_DAY.test(when) ? new Date(`${when}T00:00:00Z`) : viennaClock(Date.parse(when))
}
