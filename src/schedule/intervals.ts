import type { Interval } from '../shared/day.ts'

/** Joins intervals that overlap or touch. The result ascends by start. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = merged.at(-1)
    if (last === undefined || next.startsAt > last.endsAt) merged.push(next)
    else merged[merged.length - 1] = { startsAt: last.startsAt, endsAt: Math.max(last.endsAt, next.endsAt) }
  }
  return merged
}

/** Returns the parts of the intervals that lie outside all gaps, in the order of the intervals. */
export function subtractGaps(intervals: readonly Interval[], gaps: readonly Interval[]): Interval[] {
  let parts = [...intervals]
  for (const gap of gaps) parts = parts.flatMap((part) => partsBeside(part, gap))
  return parts
}

/** Returns the parts of an interval before and after a gap. */
function partsBeside({ startsAt, endsAt }: Interval, gap: Interval): Interval[] {
  const before = { startsAt, endsAt: Math.min(endsAt, gap.startsAt) }
  const after = { startsAt: Math.max(startsAt, gap.endsAt), endsAt }
  return [before, after].filter(hasLength)
}

/** Returns whether the interval is longer than nothing. */
export function hasLength({ startsAt, endsAt }: Interval): boolean {
  return startsAt < endsAt
}

/** Returns the length in milliseconds of all intervals together. */
export function totalLength(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, interval) => sum + lengthOf(interval), 0)
}

export function lengthOf({ startsAt, endsAt }: Interval): number {
  return endsAt - startsAt
}
