import ICAL from 'ical.js'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { findZone, UTC, type Zone, zoneWith } from '../time/zones.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** The zone of times without one, of whole days, and of times whose zone nobody knows. */
export const PRACTICE_ZONE = findZone('Europe/Vienna') ?? UTC

/** Returns the zone of a TZID, which is `PRACTICE_ZONE` for an empty one; undefined when nobody knows it. */
export type ZoneFinder = (tzid: string) => Zone | undefined

/**
 * Finds the zones that a calendar file names. The database of zones comes first, because what programs write
 * into files about well-known zones is often wrong or years old; then the file's own description counts.
 * @param describedZones the VTIMEZONE components of the file
 */
export function zonesOfFile(describedZones: readonly string[]): ZoneFinder {
  const described = new Map<string, Zone | undefined>()
  const descriptionOf = (name: string): Zone | undefined => {
    if (!described.has(name)) {
      const text = describedZones.find((description) => tzidOf(description) === name)
      described.set(name, text === undefined ? undefined : openDescribed(text))
    }
    return described.get(name)
  }
  return (tzid) => {
    const name = tzid.trim()
    return name === '' ? PRACTICE_ZONE : (wellKnownZone(name) ?? descriptionOf(name))
  }
}

/**
 * Finds a zone of the database of zones by its own name, the name in Windows, or a path that ends with it.
 */
function wellKnownZone(name: string): Zone | undefined {
  // Evolution and Mozilla write paths such as /freeassociation.sourceforge.net/Tzfile/Europe/Vienna. A name
  // has at most three parts.
  const parts = name.split('/').slice(-3)
  const tails = parts.map((_, at) => parts.slice(at).join('/'))
  const candidates = [WINDOWS_ZONES[name] ?? name, ...(name.startsWith('/') ? tails : [])]
  for (const candidate of candidates) {
    const zone = findZone(candidate)
    if (zone !== undefined) return zone
  }
  return undefined
}

/** Returns the name in the line `TZID:Europe/Vienna` of a VTIMEZONE. The line may have parameters. */
function tzidOf(description: string): string | undefined {
  return /^TZID(?:;[^:]*)?:(.*)$/im.exec(description)?.[1]?.trim()
}

/** Opens the zone of a VTIMEZONE; undefined for a description that cannot be understood. */
function openDescribed(text: string): Zone | undefined {
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const timezone = new ICAL.Timezone(component)
    const wallOffset = (wall: number): number => {
      const at = new Date(wall)
      const data = {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      }
      return timezone.utcOffset(ICAL.Time.fromData(data)) * 1000
    }
    return zoneWith(cachedByQuarter((at) => offsetAt(wallOffset, at)))
  } catch {
    // The library throws for whatever it cannot read. An entry in an unknown zone is read all the same.
    return undefined
  }
}

/**
 * Returns the offset at an instant. The library knows only the offset at a wall time, and compares that time
 * with the time of a change in the smaller of the two offsets around the change.
 */
function offsetAt(wallOffset: (wall: number) => number, at: Instant): number {
  const [before, after] = [wallOffset(at - DAY_LENGTH), wallOffset(at + DAY_LENGTH)]
  return before === after ? before : wallOffset(at + Math.min(before, after))
}

/** Clocks change at full quarters of an hour only. */
const QUARTER = 15 * MINUTE

/** Keeps the offset of each quarter of an hour that it was asked for, because a series asks often. */
function cachedByQuarter(readOffset: (at: Instant) => number): (at: Instant) => number {
  const offsets = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER)
    const offset = offsets.get(quarter) ?? readOffset(quarter * QUARTER)
    offsets.set(quarter, offset)
    return offset
  }
}
