import { MINUTES_PER_DAY, wallMinutes, wallTime } from '../../../src/shared/day.ts'

/** Minutes to block from a pressed time. */
const BLOCK_MINUTES = 30

/**
 * Returns half an hour to block, as the URL names it: `2027-01-12T10:30-11:00` for `2027-01-12T10:30`. It
 * lasts until midnight at most, written as 00:00. Undefined for a start without a time of day.
 */
export function blockInUrl(start: string): string | undefined {
  const [, time = ''] = start.split('T')
  const from = wallMinutes(time)
  if (from === undefined) return undefined
  const to = Math.min(from + BLOCK_MINUTES, MINUTES_PER_DAY)
  return `${start}-${wallTime(to % MINUTES_PER_DAY)}`
}

/** Returns day, start and end of `2027-01-12T10:30-11:00`; both times are '' for a day alone. */
export function readBlock(block: string): { day: string; start: string; end: string } {
  const [day = '', times = ''] = block.split('T')
  const [start = '', end = ''] = times.split('-')
  return { day, start, end }
}
