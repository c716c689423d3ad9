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

/** Returns the parts of the intervals that `taken` does not cover, in the order of the intervals. */
export function subtractIntervals(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  // They are sorted once, because another calendar may have thousands of busy times in a day.
  const ascending = mergeIntervals(taken)
  return intervals.flatMap((interval) => partsBeside(interval, ascending))
}

/** Returns the parts of an interval before, between and after others, which ascend by start. */
function partsBeside({ startsAt, endsAt }: Interval, others: readonly Interval[]): Interval[] {
  const parts: Interval[] = []
  let from = startsAt
  for (const other of others) {
    if (other.startsAt >= endsAt) break
    if (other.endsAt <= from) continue
    parts.push({ startsAt: from, endsAt: other.startsAt })
    from = other.endsAt
  }
  parts.push({ startsAt: from, endsAt })
  return parts.filter(hasLength)
}

/** Returns whether two intervals have time in common. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

/** Returns whether `part` lies within `whole`. */
export function covers(whole: Interval, part: Interval): boolean {
  return whole.startsAt <= part.startsAt && whole.endsAt >= part.endsAt
}

/** Returns whether the interval ends after it starts. A computed interval may not. */
export function hasLength({ startsAt, endsAt }: Interval): boolean {
  return startsAt < endsAt
}

/** Returns the length in milliseconds of all intervals together. */
export function totalLength(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, interval) => sum + lengthOf(interval), 0)
}

/** Returns the length in milliseconds. */
export function lengthOf({ startsAt, endsAt }: Interval): number {
  return endsAt - startsAt
}
