import type { Day } from '../../../src/shared/day.ts'

/** Returns the day of an ISO instant with Vienna's offset: `2027-01-12` of `2027-01-12T08:30:00+01:00`. */
export function dayOfIso(iso: string): Day {
  return iso.slice(0, 10)
}
