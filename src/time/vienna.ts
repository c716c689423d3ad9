import {
  DAY_LENGTH,
  type Day,
  dayFromNumber,
  dayNumber,
  HOUR,
  type Instant,
  isDay,
  MINUTE,
  type WallMinutes,
  wallMinutes,
} from '../shared/day.ts'
import { type Offset, offsetsOf } from './offsets.ts'

/**
 * Only this file converts between instants and Vienna's wall time. All but the offsets is integer arithmetic,
 * because one request computes the free times of many days.
 */
const offsetAt = offsetsOf('Europe/Vienna')

/** Returns the offset of a Vienna day (days since 1970); undefined if the clocks change on that day. */
export function offsetOfDay(day: number): Offset | undefined {
  const midnight = day * DAY_LENGTH
  // Vienna is at most two hours ahead of UTC, so the day lies within these bounds.
  const from = offsetAt(midnight - 3 * HOUR)
  return from === offsetAt(midnight + DAY_LENGTH) ? from : undefined
}

/**
 * Returns the instant of a wall time on a day (days since 1970), or undefined when the clocks skip it. When
 * an hour occurs twice, the first counts (docs/behaviour.md 3.7).
 */
export function instantOf(day: number, minutes: WallMinutes): Instant | undefined {
  const wall = day * DAY_LENGTH + minutes * MINUTE
  // The clocks change at most once within these two days, so the offset is one of these two.
  const offsetBefore = offsetAt(wall - DAY_LENGTH)
  const offsetAfter = offsetAt(wall + DAY_LENGTH)
  if (offsetAt(wall - offsetBefore) === offsetBefore) return wall - offsetBefore
  if (offsetAt(wall - offsetAfter) === offsetAfter) return wall - offsetAfter
  return undefined
}

/** More minutes than the clocks ever skip, which is one hour. */
const MORE_THAN_SKIPPED = 180

/** Works like `instantOf`, but returns the instant of the clock change for a skipped wall time. */
export function instantAtOrAfter(day: number, minutes: WallMinutes): Instant {
  for (let minute = minutes; minute < minutes + MORE_THAN_SKIPPED; minute++) {
    const instant = instantOf(day, minute)
    if (instant !== undefined) return instant
  }
  throw new RangeError(`no such wall time: day ${day}, minute ${minutes}`)
}

/** Returns the Vienna day of an instant as days since 1970. */
export function dayNumberAt(at: Instant): number {
  return Math.floor((at + offsetAt(at)) / DAY_LENGTH)
}

/** Returns the Vienna day of an instant. */
export function dayAt(at: Instant): Day {
  return dayFromNumber(dayNumberAt(at))
}

/** Returns whether an instant is today or tomorrow in Vienna. */
export function isTodayOrTomorrow(at: Instant, now: Instant): boolean {
  const days = dayNumberAt(at) - dayNumberAt(now)
  return days === 0 || days === 1
}

/** Returns the minutes since midnight on the clock in Vienna. */
export function minuteOfDay(at: Instant): WallMinutes {
  return Math.floor(((at + offsetAt(at)) % DAY_LENGTH) / MINUTE)
}

/** Returns the first instant of a Vienna day (days since 1970). */
export function startOfDay(day: number): Instant {
  return instantAtOrAfter(day, 0)
}

/** Returns ISO 8601 with Vienna's offset, to the second: `2027-01-11T08:30:00+01:00`. */
export function isoAt(at: Instant): string {
  const offset = offsetAt(at)
  const hours = offset / HOUR
  return `${new Date(at + offset).toISOString().slice(0, 19)}+${String(hours).padStart(2, '0')}:00`
}

/** Works like `isoAt`, and returns null for null. */
export function isoOrNull(at: Instant | null): string | null {
  return at === null ? null : isoAt(at)
}

/** Reads an ISO 8601 instant with its offset. Returns undefined when the text is anything else. */
export function readInstant(text: string): Instant | undefined {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return undefined
  }
}

/**
 * Reads an instant with its offset, or the Vienna wall time of a date-time field (`2027-01-12T18:00`). A
 * skipped wall time stands for the instant of the clock change. Returns undefined when the text is neither.
 */
export function readDateTime(text: string): Instant | undefined {
  const wall = readWallTime(text)
  return wall === undefined ? readInstant(text) : instantAtOrAfter(wall.day, wall.minutes)
}

/** Returns whether Vienna's clocks skip this wall time when summer time begins. */
export function isSkipped(text: string): boolean {
  const wall = readWallTime(text)
  return wall !== undefined && instantOf(wall.day, wall.minutes) === undefined
}

/** A date-time without an offset, perhaps with seconds. */
const WALL_DATE_TIME = /^(?<day>\d{4}-\d{2}-\d{2})T(?<time>\d{2}:\d{2})(:\d{2}(\.\d+)?)?$/

/** Reads `2027-01-12T18:00`, perhaps with seconds, which are dropped; undefined for any other text. */
function readWallTime(text: string): { day: number; minutes: WallMinutes } | undefined {
  const { day = '', time = '' } = WALL_DATE_TIME.exec(text)?.groups ?? {}
  const minutes = wallMinutes(time)
  return isDay(day) && minutes !== undefined ? { day: dayNumber(day), minutes } : undefined
}
