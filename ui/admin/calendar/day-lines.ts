import type { Day, WallMinutes } from '../../../src/shared/day.ts'
import type { Entry } from './calendar-entries.ts'
import { spanIn, type WallSpan } from './day-layout.ts'

export type DayLine = WallSpan & ({ kind: 'entry'; entry: Entry } | { kind: 'gap' } | { kind: 'now' })

/** Minutes. No service fits into a shorter gap. */
const SHORTEST_GAP = 10

/**
 * A day from top to bottom: its entries, the free working time between them, and now.
 * @param now 0 on a coming day, 1440 on a past one; gaps that end before it are over
 */
export function dayLines(
  day: Day,
  entries: readonly Entry[],
  working: readonly WallSpan[],
  now: WallMinutes,
): DayLine[] {
  const lines = entries.flatMap((entry): DayLine[] => {
    const span = spanIn(day, entry)
    return span ? [{ kind: 'entry', entry, ...span }] : []
  })
  const taken = lines
    .filter((line) => line.kind === 'entry' && line.entry.isActive)
    .toSorted((a, b) => a.from - b.from)
  const gaps = working
    .flatMap((block) => freeWithin(block, taken))
    .filter(({ from, to }) => to - from >= SHORTEST_GAP && to > now)
    .map((gap): DayLine => ({ kind: 'gap', ...gap }))
  const all = [...lines, ...gaps]
  if (all.length > 0 && now > 0 && now < 1440) all.push({ kind: 'now', from: now, to: now })
  return all.toSorted((a, b) => a.from - b.from || a.to - b.to)
}

/** @param taken by start */
function freeWithin({ from, to }: WallSpan, taken: readonly WallSpan[]): WallSpan[] {
  const gaps: WallSpan[] = []
  let at = from
  for (const span of taken) {
    if (span.from > at) gaps.push({ from: at, to: Math.min(span.from, to) })
    at = Math.max(at, span.to)
    if (at >= to) return gaps
  }
  return [...gaps, { from: at, to }]
}
