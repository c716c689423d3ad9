import { type Day, MINUTES_PER_DAY, type WallMinutes } from '../../../src/shared/day.ts'
import type { BoardItem } from './board-items.ts'
import { gapsIn, type IsoSpan, spanIn, type WallSpan } from './wall-span.ts'

/** A line in the list of a day: an item of the calendar, free time, or the mark at the present time. */
export type DayLine = ItemLine | GapLine | NowLine
type ItemLine = WallSpan & { kind: 'item'; item: BoardItem }
type GapLine = WallSpan & { kind: 'gap' }
type NowLine = WallSpan & { kind: 'now' }

/** Minutes of the shortest gap that is shown. Shorter ones would make the list long for little use. */
const SHORTEST_GAP_MINUTES = 10

/**
 * A gap that has begun is shown from the next multiple of this many minutes, at which staff would enter an
 * appointment.
 */
const GAP_STEP_MINUTES = 5

type DayContent = {
  day: Day
  items: readonly BoardItem[]
  working: readonly WallSpan[]
  /** The times before and after appointments, which are not free although they contain no item. */
  paddings: readonly IsoSpan[]
  /** 0 on a coming day, `MINUTES_PER_DAY` on a past one. */
  now: WallMinutes
}

/**
 * Returns the lines of a day from top to bottom: its items, the remaining free working time, and a mark at
 * the present time.
 */
export function dayLines({ day, items, working, paddings, now }: DayContent): DayLine[] {
  const itemLines = items.flatMap((item): ItemLine[] => {
    const span = spanIn(day, item)
    return span ? [{ kind: 'item', item, ...span }] : []
  })
  const past = { from: 0, to: Math.ceil(now / GAP_STEP_MINUTES) * GAP_STEP_MINUTES }
  const taken = [
    past,
    ...itemLines.filter(({ item }) => item.isActive),
    ...paddings.flatMap((span) => spanIn(day, span) ?? []),
  ]
  const gapLines = working
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP_MINUTES))
    .map((gap): GapLine => ({ kind: 'gap', ...gap }))
  const lines: DayLine[] = [...itemLines, ...gapLines]
  const isToday = now > 0 && now < MINUTES_PER_DAY
  // An empty list needs no mark.
  if (lines.length > 0 && isToday) lines.push({ kind: 'now', from: now, to: now })
  return lines.toSorted((a, b) => a.from - b.from || a.to - b.to)
}
