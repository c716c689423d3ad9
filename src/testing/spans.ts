/** Spans of time in milliseconds, the end not included. */
export type Span = readonly [from: number, to: number]

/** Returns whether two spans have time in common. Spans that only touch have none. */
export function overlaps(a: Span, b: Span): boolean {
  return a[0] < b[1] && b[0] < a[1]
}

/** Returns the parts of the spans that lie in none of `gone`. */
export function withoutSpans(spans: readonly Span[], gone: readonly Span[]): Span[] {
  return gone.reduce<Span[]>((left, cut) => left.flatMap((span) => outside(span, cut)), [...spans])
}

/** Returns the parts of the span before and after the cut, as far as there are any. */
function outside([from, to]: Span, [cutFrom, cutTo]: Span): Span[] {
  const before: Span = [from, Math.min(to, cutFrom)]
  const after: Span = [Math.max(from, cutTo), to]
  return [before, after].filter(([start, end]) => end > start)
}

/** Returns the same time as sorted spans that neither overlap nor touch. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const all: [number, number][] = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
