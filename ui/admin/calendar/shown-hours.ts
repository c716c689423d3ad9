import { MINUTES_PER_DAY, type WallMinutes } from '../../../src/shared/day.ts'
import type { WallSpan } from './wall-span.ts'

/**
 * Minutes of margin before the earliest and after the latest time. The shown hours begin and end at multiples
 * of it.
 */
const MARGIN_MINUTES = 30
/** Minutes outside the working hours beyond which an item does not belong to the usual day. */
const STRAY_MINUTES = 60
/** The hours of a day about which nothing is known: 08:00 to 18:00. */
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
  const main = withMargin({
    from: startWithCloseItems(Math.min(...working.map((block) => block.from)), items),
    to: endWithCloseItems(Math.max(...working.map((block) => block.to)), items),
  })
  return { from: Math.max(main.from, shown.from), to: Math.min(main.to, shown.to) }
}

/**
 * Returns the start of the working hours, or of an item that ends close before it. The items are visited from
 * the working hours outwards, because one may be close only to another.
 */
function startWithCloseItems(workingStart: WallMinutes, items: readonly WallSpan[]): WallMinutes {
  let start = workingStart
  for (const { from, to } of items.toSorted((a, b) => b.to - a.to))
    if (to >= start - STRAY_MINUTES && from > 0) start = Math.min(start, from)
  return start
}

/** Returns the end of the working hours, or of an item that begins close after it, in the same order. */
function endWithCloseItems(workingEnd: WallMinutes, items: readonly WallSpan[]): WallMinutes {
  let end = workingEnd
  for (const { from, to } of items.toSorted((a, b) => a.from - b.from))
    if (from <= end + STRAY_MINUTES && to < MINUTES_PER_DAY) end = Math.max(end, to)
  return end
}

/** Returns the span with a margin on both sides, from one multiple of `MARGIN_MINUTES` to another. */
function withMargin({ from, to }: WallSpan): WallSpan {
  return {
    from: Math.max(0, (Math.floor(from / MARGIN_MINUTES) - 1) * MARGIN_MINUTES),
    to: Math.min(MINUTES_PER_DAY, (Math.ceil(to / MARGIN_MINUTES) + 1) * MARGIN_MINUTES),
  }
}
