/** The milliseconds of a day on which the clock does not change. */
export const DAY = 86_400_000
const MINUTE = 60_000

/** The service `folgebehandlung` of the demo practice. */
const SERVICE_LENGTH = 30 * MINUTE
const STEP = 15 * MINUTE

/** A block of working hours, in minutes after midnight. */
type Hours = readonly [opening: number, closing: number]
const MORNING: Hours = [8 * 60, 12 * 60]
const AFTERNOON: Hours = [13.5 * 60, 17.5 * 60]
const LATE_AFTERNOON: Hours = [14 * 60, 19 * 60]
const LONG_MORNING: Hours = [8 * 60, 13 * 60]

/** The demo practice's week from Sunday to Saturday. */
const WEEK: readonly (readonly Hours[])[] = [
  [],
  [MORNING, AFTERNOON],
  [MORNING, AFTERNOON],
  [MORNING, LATE_AFTERNOON],
  [MORNING, AFTERNOON],
  [LONG_MORNING],
  [],
]
/** The weekday of day 0, 1 January 1970: a Thursday. */
const FIRST_WEEKDAY = 4

type BareSpan = Readonly<{
  /** Days since 1970, both included. */
  first: number
  last: number
  /** Milliseconds that Vienna is ahead of UTC on all these days. */
  offset: number
  /** The busy intervals, ascending: start, end, start, end … */
  busy: readonly number[]
}>

/**
 * Counts the free starts of each day with as little arithmetic as possible: for one service, one week of
 * working hours and one UTC offset. The benchmark compares the portal's own count with it.
 */
export function countBare({ first, last, offset, busy }: BareSpan): number[] {
  const counts: number[] = []
  // The index in `busy` of the first interval that ends after `start`. It only grows, because `start` does.
  let next = 0
  for (let day = first; day <= last; day++) {
    const hours = WEEK[(day + FIRST_WEEKDAY) % 7] as readonly Hours[]
    const midnight = day * DAY - offset
    let free = 0
    for (const [opening, closing] of hours) {
      const lastStart = midnight + closing * MINUTE - SERVICE_LENGTH
      for (let start = midnight + opening * MINUTE; start <= lastStart; start += STEP) {
        while (next < busy.length && (busy[next + 1] as number) <= start) next += 2
        const isFree = next >= busy.length || (busy[next] as number) >= start + SERVICE_LENGTH
        if (isFree) free++
      }
    }
    counts.push(free)
  }
  return counts
}
