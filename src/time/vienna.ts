import {
  DAY_LENGTH,
  type Day,
  dayFromNumber,
  dayNumber,
  type Instant,
  isDay,
  MINUTE,
  type WallMinutes,
  wallMinutes,
} from '../shared/day.ts'

/**
 * Converts between instants and Vienna's wall time; no other file does. The zone's rules come from Temporal, once for each
 * year; the rest is integer arithmetic, because the free times of many days are computed in one request.
 */
const ZONE = 'Europe/Vienna'

/** Milliseconds that Vienna is ahead of UTC. */
type Offset = number
type Change = Readonly<{ at: Instant; before: Offset; after: Offset }>

const years = new Map<number, readonly Change[]>()

/** A time of constant offset within a UTC year; `until` is not included. */
type OffsetSpan = Readonly<{ from: Instant; until: Instant; offset: Offset }>

/** The last answer. Successive calls mostly ask for the same span. */
let latest: OffsetSpan = { from: 0, until: 0, offset: 0 }

function offsetAt(at: Instant): Offset {
  if (at < latest.from || at >= latest.until) latest = spanAround(at)
  return latest.offset
}

function spanAround(at: Instant): OffsetSpan {
  const year = new Date(at).getUTCFullYear()
  const changes = changesOf(year)
  let from = Date.UTC(year, 0, 1)
  let offset = changes[0]?.before ?? 0
  for (const change of changes) {
    if (at < change.at) return { from, until: change.at, offset }
    from = change.at
    offset = change.after
  }
  return { from, until: Date.UTC(year + 1, 0, 1), offset }
}

/** The offset that holds for the whole Vienna day, or undefined when the clocks change during it. */
export function offsetOfDay(day: number): Offset | undefined {
  const midnight = day * DAY_LENGTH
  // Vienna is at most two hours ahead of UTC, so the day lies within these bounds.
  const from = offsetAt(midnight - 3 * 60 * MINUTE)
  return from === offsetAt(midnight + DAY_LENGTH) ? from : undefined
}

/**
 * The instant of a wall time on a day (days since 1970). Undefined when the clocks skip it; of an hour that occurs twice the
 * first counts (docs/behaviour.md 3.7).
 */
export function instantOf(day: number, minutes: WallMinutes): Instant | undefined {
  const wall = day * DAY_LENGTH + minutes * MINUTE
  const before = offsetAt(wall - DAY_LENGTH)
  const after = offsetAt(wall + DAY_LENGTH)
  if (offsetAt(wall - before) === before) return wall - before
  if (offsetAt(wall - after) === after) return wall - after
  return undefined
}

/** As `instantOf`, but a skipped wall time stands for the moment of the change. */
export function boundaryOf(day: number, minutes: WallMinutes): Instant {
  for (let at = minutes; at < minutes + 180; at++) {
    const instant = instantOf(day, at)
    if (instant !== undefined) return instant
  }
  throw new RangeError(`no such wall time: day ${day}, minute ${minutes}`)
}

/** The Vienna day on which the instant lies, counted since 1970. */
export function dayNumberAt(at: Instant): number {
  return Math.floor((at + offsetAt(at)) / DAY_LENGTH)
}

/** The Vienna day on which the instant lies. */
export function dayAt(at: Instant): Day {
  return dayFromNumber(dayNumberAt(at))
}

/** The first instant of the Vienna day (days since 1970). */
export function startOfDay(day: number): Instant {
  return boundaryOf(day, 0)
}

/** ISO 8601 with Vienna's offset, to the second: `2027-01-11T08:30:00+01:00`. */
export function isoAt(at: Instant): string {
  const offset = offsetAt(at)
  const hours = offset / (60 * MINUTE)
  return `${new Date(at + offset).toISOString().slice(0, 19)}+${String(hours).padStart(2, '0')}:00`
}

export function isoOrNull(at: Instant | null): string | null {
  return at === null ? null : isoAt(at)
}

/** Reads an ISO 8601 instant with its offset; undefined for anything else. */
export function readInstant(text: string): Instant | undefined {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return undefined
  }
}

/**
 * Reads an instant with its offset, or Vienna's wall time without one as a date-time field gives it (`2027-01-12T18:00`);
 * a skipped wall time stands for the moment of the change. Undefined for anything else.
 */
export function readDateTime(text: string): Instant | undefined {
  const wall = readWallTime(text)
  return wall === undefined ? readInstant(text) : boundaryOf(wall.day, wall.minutes)
}

/** True for a wall time that Vienna's clocks skip when summer time begins. */
export function isSkipped(text: string): boolean {
  const wall = readWallTime(text)
  return wall !== undefined && instantOf(wall.day, wall.minutes) === undefined
}

function readWallTime(text: string): { day: number; minutes: WallMinutes } | undefined {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text) ?? []
  const minutes = wallMinutes(time)
  return isDay(day) && minutes !== undefined ? { day: dayNumber(day), minutes } : undefined
}

function changesOf(year: number): readonly Change[] {
  let changes = years.get(year)
  if (changes === undefined) {
    changes = findChanges(year)
    years.set(year, changes)
  }
  return changes
}

function findChanges(year: number): Change[] {
  const end = Date.UTC(year + 1, 0, 1)
  let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year, 0, 1)).toZonedDateTimeISO(ZONE)
  const changes: Change[] = []
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds >= end) break
    const before = next.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6
    changes.push({ at: next.epochMilliseconds, before, after: next.offsetNanoseconds / 1e6 })
    at = next
  }
  const first = changes[0]
  // A year without a change still has an offset.
  if (first === undefined) {
    const offset = at.offsetNanoseconds / 1e6
    changes.push({ at: end, before: offset, after: offset })
  }
  return changes
}
