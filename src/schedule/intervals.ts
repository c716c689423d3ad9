import type { Interval } from '../shared/day.ts'

/** Joins intervals that overlap or touch, ascending. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = result.at(-1)
    if (last === undefined || next.startsAt > last.endsAt) result.push(next)
    else result[result.length - 1] = { startsAt: last.startsAt, endsAt: Math.max(last.endsAt, next.endsAt) }
  }
  return result
}

/** Returns the parts of the intervals that lie outside all gaps. */
export function without(intervals: readonly Interval[], gaps: readonly Interval[]): Interval[] {
  return gaps.reduce<Interval[]>(
    (left, gap) =>
      left.flatMap(({ startsAt, endsAt }) =>
        [
          { startsAt, endsAt: Math.min(endsAt, gap.startsAt) },
          { startsAt: Math.max(startsAt, gap.endsAt), endsAt },
        ].filter(hasLength),
      ),
    [...intervals],
  )
}

/** Returns whether the interval is longer than nothing. */
export function hasLength({ startsAt, endsAt }: Interval): boolean {
  return startsAt < endsAt
}
