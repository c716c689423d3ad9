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
  let parts = [...intervals]
  for (const takenInterval of taken) parts = parts.flatMap((part) => partsBeside(part, takenInterval))
  return parts
}

/** Returns the parts of an interval before and after another one. */
function partsBeside({ startsAt, endsAt }: Interval, other: Interval): Interval[] {
  const before = { startsAt, endsAt: Math.min(endsAt, other.startsAt) }
  const after = { startsAt: Math.max(startsAt, other.endsAt), endsAt }
  return [before, after].filter(hasLength)
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
