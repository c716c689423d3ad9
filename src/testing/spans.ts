/** Spans of time in milliseconds, the end not included. */
export type Span = readonly [from: number, to: number]

/** Returns whether two spans have time in common. Spans that only touch have none. */
export function overlaps([from, to]: Span, [otherFrom, otherTo]: Span): boolean {
  return from < otherTo && otherFrom < to
}

/** Returns the parts of the spans that lie in none of `removed`. */
export function withoutSpans(spans: readonly Span[], removed: readonly Span[]): Span[] {
  return removed.reduce<Span[]>((left, cut) => left.flatMap((span) => outside(span, cut)), [...spans])
}

/** Returns the parts of the span before and after the cut, as far as there are any. */
function outside([from, to]: Span, [cutFrom, cutTo]: Span): Span[] {
  const before: Span = [from, Math.min(to, cutFrom)]
  const after: Span = [Math.max(from, cutTo), to]
  return [before, after].filter(([start, end]) => end > start)
}

/** Returns the same time as sorted spans that neither overlap nor touch. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  const byStart = spans.toSorted(([start], [otherStart]) => start - otherStart)
  for (const [from, to] of byStart) {
    const [lastFrom, lastTo] = merged.pop() ?? [from, to]
    if (from > lastTo) merged.push([lastFrom, lastTo], [from, to])
    else merged.push([lastFrom, Math.max(lastTo, to)])
  }
  return merged
}
