import ICAL from 'ical.js'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { findZone, UTC, type Zone, zoneWith } from '../time/zones.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** The zone of times without one, of whole days, and of times in an unknown zone. */
export const PRACTICE_ZONE = findZone('Europe/Vienna') ?? UTC

/** Returns the zone of a TZID: `PRACTICE_ZONE` for an empty one, undefined for an unknown one. */
export type ZoneFinder = (tzid: string) => Zone | undefined

/**
 * Finds the zones that a calendar file names, first in the time zone database and then in the file itself,
 * because what programs write about well-known zones is often wrong or outdated.
 * @param describedZones the VTIMEZONE components of the file
 */
export function zonesOfFile(describedZones: readonly string[]): ZoneFinder {
  const described = new Map<string, Zone | undefined>()
  const descriptionOf = (name: string): Zone | undefined =>
    described.getOrInsertComputed(name, () => {
      const text = describedZones.find((description) => tzidOf(description) === name)
      return text === undefined ? undefined : openDescribed(text)
    })
  return (tzid) => {
    const name = tzid.trim()
    return name === '' ? PRACTICE_ZONE : (wellKnownZone(name) ?? descriptionOf(name))
  }
}

/**
 * Finds a zone in the time zone database by its name, its Windows name, or a path that ends with its name.
 */
function wellKnownZone(name: string): Zone | undefined {
  // Evolution and Mozilla write paths such as /freeassociation.sourceforge.net/Tzfile/Europe/Vienna. The name
  // of a zone has at most three parts.
  const parts = name.split('/').slice(-3)
  const endsOfPath = parts.map((_, index) => parts.slice(index).join('/'))
  const candidates = [WINDOWS_ZONES[name] ?? name, ...(name.startsWith('/') ? endsOfPath : [])]
  for (const candidate of candidates) {
    const zone = findZone(candidate)
    if (zone !== undefined) return zone
  }
  return undefined
}

/**
 * Returns the name in the line `TZID:Europe/Vienna` of a VTIMEZONE. The line may have parameters. Commas and
 * semicolons are escaped in it, unlike in the times of entries.
 */
function tzidOf(description: string): string | undefined {
  const name = /^TZID(?:;[^:]*)?:(.*)$/im.exec(description)?.[1]
  return name?.replace(/\\([\\,;])/g, '$1').trim()
}

/** Returns the zone of a VTIMEZONE; undefined for an unreadable description. */
function openDescribed(text: string): Zone | undefined {
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const timezone = new ICAL.Timezone(component)
    const wallOffset = (wall: number) => timezone.utcOffset(libraryTime(wall)) * 1000
    return zoneWith(cachedByQuarter((at) => offsetAt(wallOffset, at)))
  } catch {
    // The library throws for anything unreadable, but an entry in an unknown zone must still be read.
    return undefined
  }
}

/** Returns a wall time in the library's type; with `isDate` only its day. */
export function libraryTime(wall: number, { isDate = false } = {}): ICAL.Time {
  const date = new Date(wall)
  return ICAL.Time.fromData({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    ...(isDate
      ? { isDate }
      : { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }),
  })
}

/**
 * Returns the offset at an instant. The library gives the offset only for a wall time, and expects that wall
 * time in the smaller of the two offsets around a clock change.
 */
function offsetAt(wallOffset: (wall: number) => number, at: Instant): number {
  const offsetBefore = wallOffset(at - DAY_LENGTH)
  const offsetAfter = wallOffset(at + DAY_LENGTH)
  if (offsetBefore === offsetAfter) return offsetBefore
  return wallOffset(at + Math.min(offsetBefore, offsetAfter))
}

/** Clocks change only at full quarters of an hour. */
const QUARTER_MS = 15 * MINUTE

/** Caches the offset of each quarter of an hour, because a series needs many. */
function cachedByQuarter(readOffset: (at: Instant) => number): (at: Instant) => number {
  const offsets = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS)
    return offsets.getOrInsertComputed(quarter, () => readOffset(quarter * QUARTER_MS))
  }
}
