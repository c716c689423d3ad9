import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { type OffsetAt, offsetsOf } from './offsets.ts'

/** This module converts between instants and the wall time of any zone, for external calendars. */

/** A wall time as a number: the instant at which a clock in UTC would show the same day and time. */
type Wall = number

export type Zone = Readonly<{
  /**
   * Returns the instant of a wall time. If it occurs twice, the first one counts. If the clocks skip it, the
   * offset before the change applies (RFC 5545, section 3.3.5).
   */
  instantOf: (wall: Wall) => Instant
  /** Returns the wall time of an instant. */
  wallOf: (at: Instant) => Wall
}>

export const UTC: Zone = { instantOf: (wall) => wall, wallOf: (at) => at }

const zones = new Map<string, Zone | undefined>()

/** Returns the zone of the IANA database; undefined for a name that it does not have. */
export function findZone(name: string): Zone | undefined {
  if (!zones.has(name)) zones.set(name, openZone(name))
  return zones.get(name)
}

function openZone(name: string): Zone | undefined {
  // An offset such as +01:00 is no name, although Temporal takes it.
  if (/^[+-]/.test(name)) return undefined
  try {
    // An unknown name throws at its first use.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
  } catch {
    return undefined
  }
  return zoneWith(offsetsOf(name))
}

/** Returns a zone whose clocks change at most once within two days. */
export function zoneWith(offsetAt: OffsetAt): Zone {
  return {
    wallOf: (at) => at + offsetAt(at),
    instantOf: (wall) => {
      const offsetBefore = offsetAt(wall - DAY_LENGTH)
      const offsetAfter = offsetAt(wall + DAY_LENGTH)
      if (offsetAt(wall - offsetBefore) === offsetBefore) return wall - offsetBefore
      return offsetAt(wall - offsetAfter) === offsetAfter ? wall - offsetAfter : wall - offsetBefore
    },
  }
}
