import { MINUTES_PER_DAY } from '../../../src/shared/day.ts'
import type { WallSpan } from './wall-span.ts'

/**
 * Minutes of margin before the earliest and after the latest time. The shown hours begin and end at multiples
 * of it.
 */
const MARGIN_MINUTES = 30
/** The hours of a day about which nothing is known. */
const USUAL_HOURS = { from: 8 * 60, to: 18 * 60 }

/**
 * Returns the hours that the days show: from the earliest to the latest of working hours and items, with half
 * an hour before and after. An item across midnight does not extend them on that side.
 */
export function hoursShown(spans: readonly WallSpan[]): WallSpan {
  const starts = spans.map((span) => span.from).filter((at) => at > 0)
  const ends = spans.map((span) => span.to).filter((at) => at < MINUTES_PER_DAY)
  // An item that reaches over midnight has only one end here, which may be both the earliest and the latest.
  const from = Math.min(...starts, ...ends)
  const to = Math.max(...ends, ...starts)
  // The minimum of no numbers is infinite.
  if (!Number.isFinite(from)) return USUAL_HOURS
  return withMargin({ from, to })
}

/** Minutes outside the working hours beyond which an item does not belong to the usual day. */
const STRAY_MINUTES = 60

type DayHours = {
  /** All hours that the columns show. */
  shown: WallSpan
  working: readonly WallSpan[]
  items: readonly WallSpan[]
}

/**
 * Returns the hours that are visible without scrolling: the working hours and the items close to them, within
 * `shown`. Without working hours these are all shown hours.
 */
export function mainHours({ shown, working, items }: DayHours): WallSpan {
  if (working.length === 0) return shown
  let from = Math.min(...working.map((block) => block.from))
  let to = Math.max(...working.map((block) => block.to))
  // The items are visited from the working hours outwards, because an item may be close only to another item.
  for (const item of items.toSorted((a, b) => a.from - b.from))
    if (item.from <= to + STRAY_MINUTES && item.to < MINUTES_PER_DAY) to = Math.max(to, item.to)
  for (const item of items.toSorted((a, b) => b.to - a.to))
    if (item.to >= from - STRAY_MINUTES && item.from > 0) from = Math.min(from, item.from)
  const main = withMargin({ from, to })
  return { from: Math.max(main.from, shown.from), to: Math.min(main.to, shown.to) }
}

function withMargin({ from, to }: WallSpan): WallSpan {
  return {
    from: Math.max(0, (Math.floor(from / MARGIN_MINUTES) - 1) * MARGIN_MINUTES),
    to: Math.min(MINUTES_PER_DAY, (Math.ceil(to / MARGIN_MINUTES) + 1) * MARGIN_MINUTES),
  }
}
