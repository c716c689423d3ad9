export const DAY = 86_400_000
const MINUTE = 60_000

/** The service `folgebehandlung` of the demo practice. */
const SERVICE_LENGTH = 30 * MINUTE
const STEP_MS = 15 * MINUTE
/** The demo practice's week from Sunday to Saturday, in minutes: opening, closing, opening, closing. */
const WEEK: readonly (readonly number[])[] = [
  [],
  [480, 720, 810, 1050],
  [480, 720, 810, 1050],
  [480, 720, 840, 1140],
  [480, 720, 810, 1050],
  [480, 780],
  [],
]

/**
 * Counts the free starts of each day with the least arithmetic, for one service, one week and one UTC offset.
 * @param first,last days since 1970, both included
 * @param offset milliseconds ahead of UTC, the same on all these days
 * @param busy start, end, start, end … ascending
 */
export function countBare(first: number, last: number, offset: number, busy: readonly number[]): number[] {
  const counts: number[] = []
  let next = 0
  for (let day = first; day <= last; day++) {
    const blocks = WEEK[(day + 4) % 7] as readonly number[]
    const midnight = day * DAY - offset
    let free = 0
    for (let i = 0; i < blocks.length; i += 2) {
      const end = midnight + (blocks[i + 1] as number) * MINUTE - SERVICE_LENGTH
      for (let start = midnight + (blocks[i] as number) * MINUTE; start <= end; start += STEP_MS) {
        while (next < busy.length && (busy[next + 1] as number) <= start) next += 2
        if (next >= busy.length || (busy[next] as number) >= start + SERVICE_LENGTH) free++
      }
    }
    counts.push(free)
  }
  return counts
}
