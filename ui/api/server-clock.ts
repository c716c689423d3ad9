import { type Instant, MINUTE } from '../../src/shared/day.ts'

/** The header tells whole seconds and has travelled; only a clock that is really wrong is worth correcting. */
const TOLERANCE = MINUTE / 6

let ahead = 0

/** Takes the server's time from the `Date` header of an answer that was made just now. */
export function noteServerTime(header: string | null): void {
  const difference = Date.parse(header ?? '') - Date.now()
  if (Number.isNaN(difference)) return
  ahead = Math.abs(difference) > TOLERANCE ? difference : 0
}

/** Now by the server's clock, as far as it is known: a hold ends by that one, also on a phone that is minutes wrong. */
export function serverNow(): Instant {
  return Date.now() + ahead
}
