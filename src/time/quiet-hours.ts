import { HOUR, type Instant, MINUTE, wallMinutes } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'

/** Vienna hours between which people may be disturbed by what could as well wait. */
const AWAKE = { from: 8 * HOUR, to: 20 * HOUR }
const WHOLE_DAY = 24 * HOUR

/** What goes out because time has passed, and not because somebody has just done something. */
const BY_DAY: ReadonlySet<string> = new Set(['reminder', 'unanswered'])

/** True while nobody is to be reminded of anything. */
export function isNight(at: Instant): boolean {
  const clock = clockOf(at)
  return clock < AWAKE.from || clock >= AWAKE.to
}

/**
 * When a message that came to be sent at night may try again: in the morning. Undefined when it may go out now. On the two
 * nights in which the clocks change it is an hour off, and then asks once more or goes out at nine.
 */
export function heldUntil(kind: string, at: Instant): Instant | undefined {
  if (!BY_DAY.has(kind) || !isNight(at)) return undefined
  return at + ((AWAKE.from - clockOf(at) + WHOLE_DAY) % WHOLE_DAY)
}

/** Milliseconds that Vienna's clocks show since midnight, to the minute. */
function clockOf(at: Instant): number {
  return (wallMinutes(timeOfDay(at)) ?? 0) * MINUTE
}
