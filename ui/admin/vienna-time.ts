import { DAY_LENGTH, type Day, type Instant, MINUTE, wallMinutes, wallTime } from '../../src/shared/day.ts'

// Swedish writes `2027-01-12 08:30:00`. Browsers have no Temporal everywhere yet; Intl knows the zone's rules as well.
let clock: Intl.DateTimeFormat | undefined

/** What Vienna's clocks are ahead of UTC at this instant, in milliseconds. */
function offsetAt(at: Instant): number {
  clock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Vienna',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${clock.format(second).replace(' ', 'T')}Z`) - second
}

/**
 * The instant of a wall time in Vienna, wherever the browser stands; `HH:MM`. Undefined when the clocks skip it, or when it is
 * no time at all; of an hour that comes twice the first counts, as on the server.
 */
export function viennaInstant(day: Day, time: string): Instant | undefined {
  const minutes = wallMinutes(time)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (minutes === undefined || Number.isNaN(midnight)) return undefined
  const wall = midnight + minutes * MINUTE
  return [offsetAt(wall - DAY_LENGTH), offsetAt(wall + DAY_LENGTH)]
    .map((offset) => ({ at: wall - offset, offset }))
    .find(({ at, offset }) => offsetAt(at) === offset)?.at
}

/** As `viennaInstant`, but a skipped time stands for the moment of the change: for the edges of a block of time. */
export function viennaBoundary(day: Day, time: string): Instant | undefined {
  const minutes = wallMinutes(time)
  if (minutes === undefined) return undefined
  for (let later = minutes; later <= minutes + 60; later++) {
    const at = viennaInstant(day, wallTime(later))
    if (at !== undefined) return at
  }
  return undefined
}

/** ISO 8601 with Vienna's offset: `2027-01-11T08:30:00+01:00`. */
export function viennaIso(at: Instant): string {
  const offset = offsetAt(at)
  return `${new Date(at + offset).toISOString().slice(0, 19)}+${wallTime(offset / MINUTE)}`
}

/** The wall time in Vienna, `HH:MM`. */
export function viennaTime(at: Instant): string {
  return viennaIso(at).slice(11, 16)
}
