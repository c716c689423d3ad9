import type { Day, WallMinutes } from '../../../src/shared/day.ts'
import type { Entry } from './calendar-entries.ts'
import { gapsIn, spanIn, type WallSpan } from './day-layout.ts'

type DayLine = WallSpan & ({ kind: 'entry'; entry: Entry } | { kind: 'gap' } | { kind: 'now' })

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
  const taken = lines.filter((line) => line.kind === 'entry' && line.entry.isActive)
  const gaps = working
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP))
    .filter(({ to }) => to > now)
    .map((gap): DayLine => ({ kind: 'gap', ...gap }))
  const all = [...lines, ...gaps]
  if (all.length > 0 && now > 0 && now < 1440) all.push({ kind: 'now', from: now, to: now })
  return all.toSorted((a, b) => a.from - b.from || a.to - b.to)
}
