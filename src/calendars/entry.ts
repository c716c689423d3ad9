import ICAL from 'ical.js'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { UTC, type Zone } from '../time/zones.ts'
import { MARKER_PROPERTY } from './entries-text.ts'
import { PRACTICE_ZONE, type ZoneFinder } from './entry-zones.ts'

// Some programs write a day without the `VALUE=DATE` that the standard requires.
ICAL.design.strict = false

/** A point in time as an entry gives it: a wall time in a zone, or a whole day in the practice's zone. */
export type Moment = Readonly<{
  /** The instant at which a clock in UTC would show the same day and time. */
  wall: number
  isDay: boolean
  zone: Zone
}>

/**
 * How long an entry lasts. `days` count in wall time, so a day of 23 hours ends at the next midnight, and
 * `milliseconds` in elapsed time (RFC 5545, section 3.8.5.3).
 */
export type Length = Readonly<{ days: number; milliseconds: number }>

/** An entry of a calendar file, reduced to its times. */
export type Entry = Readonly<{
  /** The UID, shared with the entries that replace single times of the series. */
  uid: string
  /** The marker that a push to Odoo has left in the description; '' without one. */
  marker: string
  start: Moment
  length: Length
  rules: readonly ICAL.Recur[]
  /** Further starts, some with a length of their own. */
  furtherStarts: ReadonlyArray<Readonly<{ start: Moment; length?: Length }>>
  /** The starts that the series skips. */
  exceptions: readonly Moment[]
  /** The start of the time in a series that this entry replaces; undefined for an independent entry. */
  replaces: Moment | undefined
  /** True if this entry also replaces all later times of the series. */
  replacesLater: boolean
  isCancelled: boolean
  /** True if the doctor is free during the entry. */
  isFree: boolean
  /** True if the entry names an unknown zone, so that its times were read in the practice's zone. */
  hasUnknownZone: boolean
}>

/**
 * Reads one entry from its lines.
 * @throws Error for unreadable lines
 */
export function readEntry(lines: readonly string[], findZone: ZoneFinder): Entry {
  let hasUnknownZone = false
  const zoneOf = (tzid: string): Zone => {
    const zone = findZone(tzid)
    if (zone === undefined) hasUnknownZone = true
    return zone ?? PRACTICE_ZONE
  }
  const { named, textOf, momentsOf } = propertiesOf(lines, zoneOf)
  const [start] = momentsOf('dtstart')
  if (start === undefined) throw new Error('an entry without a start')
  const [end] = momentsOf('dtend')
  const duration = named('duration')[0]?.getFirstValue()
  const furtherStarts = named('rdate').flatMap((property) =>
    property.getValues().map((value) => furtherStart(value, property, zoneOf)),
  )
  const exceptions = momentsOf('exdate')
  const [replaces] = momentsOf('recurrence-id')
  const hasRange = (property: ICAL.Property) => property.getFirstParameter('range') !== undefined
  return {
    uid: textOf('uid'),
    marker: textOf(MARKER_PROPERTY.toLowerCase()),
    start,
    length: end === undefined ? lengthOf(start, duration) : lengthUntil(start, end),
    rules: named('rrule').flatMap((property) => property.getValues() as ICAL.Recur[]),
    furtherStarts,
    exceptions,
    replaces,
    replacesLater: named('recurrence-id').some(hasRange),
    isCancelled: textOf('status').toUpperCase() === 'CANCELLED',
    isFree:
      textOf('transp').toUpperCase() === 'TRANSPARENT' ||
      textOf('x-microsoft-cdo-busystatus').toUpperCase() === 'FREE',
    // Every time was read above, so that an unknown zone was met.
    hasUnknownZone,
  }
}

/** Parses the lines of an entry. The returned functions find its properties by their names in lower case. */
function propertiesOf(lines: readonly string[], zoneOf: (tzid: string) => Zone) {
  const properties = lines.map((line) => ICAL.Property.fromString(line))
  const named = (name: string) => properties.filter((property) => property.name === name)
  return {
    named,
    /** Returns the text of a property; '' if the entry does not have it. */
    textOf: (name: string) => String(named(name)[0]?.getFirstValue() ?? ''),
    /** Reads the times of a property, which may occur several times with several values each. */
    momentsOf: (name: string) =>
      named(name).flatMap((property) =>
        property.getValues().map((value) => momentOf(value, property, zoneOf)),
      ),
  }
}

/** Reads a time. @throws Error for a value that is no time, or a year that the format does not allow */
function momentOf(value: unknown, property: ICAL.Property, zoneOf: (tzid: string) => Zone): Moment {
  if (!(value instanceof ICAL.Time)) throw new Error('no time')
  const { year, month, day, hour, minute, second } = value
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  if (!Number.isFinite(wall) || year < 1 || year > 9999) throw new Error('no time')
  if (value.isDate) return { wall, isDay: true, zone: PRACTICE_ZONE }
  const isUtc = value.zone === ICAL.Timezone.utcTimezone
  return { wall, isDay: false, zone: isUtc ? UTC : zoneOf(property.getFirstParameter('tzid') ?? '') }
}

/** Reads a further start (RDATE), which has its own length if it is a period. */
function furtherStart(value: unknown, property: ICAL.Property, zoneOf: (tzid: string) => Zone) {
  if (!(value instanceof ICAL.Period)) return { start: momentOf(value, property, zoneOf) }
  const start = momentOf(value.start, property, zoneOf)
  const length = value.end
    ? lengthUntil(start, momentOf(value.end, property, zoneOf))
    : lengthOf(start, value.duration)
  return { start, length }
}

/**
 * Returns the length for a duration. Without a duration, a whole day lasts until the next one, and a time has
 * no length (RFC 5545, section 3.6.1).
 */
function lengthOf({ isDay }: Moment, duration: unknown): Length {
  if (!(duration instanceof ICAL.Duration)) return { days: isDay ? 1 : 0, milliseconds: 0 }
  const { weeks, days, hours, minutes, seconds, isNegative } = duration
  if (isNegative) throw new Error('an entry that ends before it starts')
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** Returns the length between two times. @throws Error for an end before the start */
function lengthUntil(start: Moment, end: Moment): Length {
  // The end of whole days is exclusive. For a single day, some programs write the same day as start and end.
  if (start.isDay && end.isDay && end.wall >= start.wall)
    return { days: Math.max(1, (end.wall - start.wall) / DAY_LENGTH), milliseconds: 0 }
  const milliseconds = instantOfMoment(end) - instantOfMoment(start)
  if (milliseconds < 0) throw new Error('an entry that ends before it starts')
  return { days: 0, milliseconds }
}

/** Returns the instant of a time, or of the beginning of a whole day. */
export function instantOfMoment({ wall, zone }: Moment): Instant {
  return zone.instantOf(wall)
}

/** Later ends are cut off here, because a file may give any length, such as a billion weeks. */
const LATEST_END = Date.UTC(9999, 11, 31)

/** Returns the end of an entry with this start and length, at most `LATEST_END`. */
export function endOfEntry({ wall, zone }: Moment, { days, milliseconds }: Length): Instant {
  const endWall = Math.min(wall + days * DAY_LENGTH, LATEST_END)
  return Math.min(zone.instantOf(endWall) + milliseconds, LATEST_END)
}
