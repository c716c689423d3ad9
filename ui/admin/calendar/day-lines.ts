import { type Day, MINUTES_PER_DAY, type WallMinutes } from '../../../src/shared/day.ts'
import type { BoardItem } from './board-items.ts'
import { gapsIn, type IsoSpan, spanIn, type WallSpan } from './wall-span.ts'

type DayLine = WallSpan & ({ kind: 'item'; item: BoardItem } | { kind: 'gap' } | { kind: 'now' })

/** Minutes of the shortest gap that is shown. Shorter ones would make the list long for little use. */
const SHORTEST_GAP_MINUTES = 10

/** A gap that has begun is shown from the next multiple of this many minutes. */
const GAP_STEP_MINUTES = 5

type DayContent = {
  day: Day
  items: readonly BoardItem[]
  working: readonly WallSpan[]
  /** The time that appointments need before and after them, which is not free. */
  paddings: readonly IsoSpan[]
  /** 0 on a coming day, `MINUTES_PER_DAY` on a past one. */
  now: WallMinutes
}

/** Returns a day from top to bottom: its items, the free working time between them that is ahead, and now. */
export function dayLines({ day, items, working, paddings, now }: DayContent): DayLine[] {
  const lines = items.flatMap((item): DayLine[] => {
    const span = spanIn(day, item)
    return span ? [{ kind: 'item', item, ...span }] : []
  })
  // A gap then begins at a time that staff would choose.
  const past = { from: 0, to: Math.ceil(now / GAP_STEP_MINUTES) * GAP_STEP_MINUTES }
  const taken = [
    past,
    ...lines.filter((line) => line.kind === 'item' && line.item.isActive),
    ...paddings.flatMap((span) => spanIn(day, span) ?? []),
  ]
  const gaps = working
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP_MINUTES))
    .map((gap): DayLine => ({ kind: 'gap', ...gap }))
  const all = [...lines, ...gaps]
  if (all.length > 0 && now > 0 && now < MINUTES_PER_DAY) all.push({ kind: 'now', from: now, to: now })
  return all.toSorted((a, b) => a.from - b.from || a.to - b.to)
}
