import { type Day, type Instant, MINUTE, type WallMinutes, wallMinutes } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../api/server-clock.ts'

/** Both instants in ISO 8601 with Vienna's offset. */
export type Timed = {
  start: string
  end: string
  /** False for a cancelled or rejected appointment, which leaves its width to the others. */
  isActive: boolean
}

/**
 * The place of an item in its day: wall minutes from top to bottom, and a lane beside the items that overlap
 * it.
 */
export type Placed<Item> = {
  item: Item
  from: WallMinutes
  to: WallMinutes
  /** Start and width of the lane as parts of the day's width, 0 to 1. */
  left: number
  share: number
  /** Until here nothing else begins in its lane, so that a short one may be taller than its time. */
  roomTo: WallMinutes
}

/** Minutes of height that shorter items get too. */
const LEAST_MINUTES = 10
const WHOLE_DAY = 1440

/**
 * Returns the part of each item that lies in the day, in reading order. Items that overlap lie side by side,
 * the active ones to the left and wider than those that are not.
 */
export function layoutDay<Item extends Timed>(day: Day, items: readonly Item[]): Placed<Item>[] {
  const spans = items
    .flatMap((item) => {
      const span = spanIn(day, item)
      return span ? [{ item, ...drawn(span) }] : []
    })
    .toSorted((a, b) => a.from - b.from || Number(b.item.isActive) - Number(a.item.isActive) || b.to - a.to)
  return clustersOf(spans)
    .flatMap(sideBySide)
    .map((placed, _, all) => {
      const next = all.filter(({ from }) => from >= placed.to).map(({ from }) => from)
      return { ...placed, roomTo: Math.min(WHOLE_DAY, ...next) }
    })
}

export type WallSpan = { from: WallMinutes; to: WallMinutes }

/** Returns the part of an item that lies in the day, or undefined for an item on other days. */
export function spanIn(day: Day, { start, end }: Pick<Timed, 'start' | 'end'>): WallSpan | undefined {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  if (first > day || last < day) return undefined
  const from = first < day ? 0 : minutesOf(start)
  const until = last > day ? WHOLE_DAY : minutesOf(end)
  if (first < day && until === 0) return undefined
  // In the hour that comes twice in autumn an end may read earlier than its start.
  const to = first === day && until <= from ? from + elapsed({ start, end }) : until
  return { from, to: Math.min(to, WHOLE_DAY) }
}

function drawn({ from, to }: WallSpan): WallSpan {
  return {
    from: Math.min(from, WHOLE_DAY - LEAST_MINUTES),
    to: Math.min(Math.max(to, from + LEAST_MINUTES), WHOLE_DAY),
  }
}

/** Groups the items. Each item of a group overlaps an earlier one of it. */
function clustersOf<S extends WallSpan>(spans: readonly S[]): S[][] {
  const clusters: S[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    if (span.from >= end) clusters.push([])
    clusters.at(-1)?.push(span)
    end = Math.max(end, span.to)
  }
  return clusters
}

function sideBySide<Item extends Timed>(
  cluster: readonly (WallSpan & { item: Item })[],
): Omit<Placed<Item>, 'roomTo'>[] {
  const lanes: (typeof cluster)[number][][] = []
  const laneOf = new Map<Item, number>()
  for (const span of cluster.toSorted((a, b) => Number(b.item.isActive) - Number(a.item.isActive))) {
    const free = lanes.findIndex((lane) => lane.every(({ from, to }) => to <= span.from || from >= span.to))
    const lane = free < 0 ? lanes.push([]) - 1 : free
    lanes[lane]?.push(span)
    laneOf.set(span.item, lane)
  }
  const hasActive = cluster.some(({ item }) => item.isActive)
  const widths = lanes.map((lane) =>
    hasActive && !lane.some(({ item }) => item.isActive) ? SLIM_LANE_WIDTH : 1,
  )
  const whole = sum(widths)
  return cluster.map((span) => {
    const lane = laneOf.get(span.item) ?? 0
    return { ...span, left: sum(widths.slice(0, lane)) / whole, share: (widths[lane] ?? 1) / whole }
  })
}

/** Width of a lane without active items, relative to one with them. It has room for a time and a name. */
const SLIM_LANE_WIDTH = 0.7

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}

const MARGIN_MINUTES = 30
const USUAL_HOURS = { from: 8 * 60, to: 18 * 60 }

/**
 * Returns the hours that the days show: from the earliest to the latest of working hours and items, with half
 * an hour before and after. An item that reaches over midnight does not extend them on that side.
 */
export function hoursShown(spans: readonly WallSpan[]): WallSpan {
  const starts = spans.map(({ from }) => from).filter((from) => from > 0)
  const ends = spans.map(({ to }) => to).filter((to) => to < WHOLE_DAY)
  const from = Math.min(...starts, ...ends)
  const to = Math.max(...ends, ...starts)
  if (!Number.isFinite(from)) return USUAL_HOURS
  return withMargin({ from, to })
}

/** Minutes outside the working hours from which on an item does not belong to the usual day. */
const STRAY_MINUTES = 60

/**
 * Returns the hours that the first look shows: the working hours and the items close to them, within `shown`.
 * Without working hours these are all hours shown.
 */
export function mainHours(
  shown: WallSpan,
  working: readonly WallSpan[],
  items: readonly WallSpan[],
): WallSpan {
  if (working.length === 0) return shown
  let from = Math.min(...working.map((block) => block.from))
  let to = Math.max(...working.map((block) => block.to))
  for (const item of items.toSorted((a, b) => a.from - b.from))
    if (item.from <= to + STRAY_MINUTES && item.to < WHOLE_DAY) to = Math.max(to, item.to)
  for (const item of items.toSorted((a, b) => b.to - a.to))
    if (item.to >= from - STRAY_MINUTES && item.from > 0) from = Math.min(from, item.from)
  const main = withMargin({ from, to })
  return { from: Math.max(main.from, shown.from), to: Math.min(main.to, shown.to) }
}

function withMargin({ from, to }: WallSpan): WallSpan {
  return {
    from: Math.max(0, Math.floor(from / 30) * 30 - MARGIN_MINUTES),
    to: Math.min(WHOLE_DAY, Math.ceil(to / 30) * 30 + MARGIN_MINUTES),
  }
}

/** Pixels of a line in a box, and of the box's border, padding and gap together. */
const TEXT_LINE_PX = 16
const BOX_FRAME_PX = 8

/** Returns the number of text lines that fit into a box of this height in pixels. */
export function linesIn(height: number): number {
  return Math.floor((height - BOX_FRAME_PX) / TEXT_LINE_PX)
}

/** Returns the first time from `from` on with `length` free minutes, which is room for a line of text. */
export function roomFor(length: number, from: WallMinutes, taken: readonly WallSpan[]): WallMinutes {
  let at = from
  for (const span of taken.toSorted((a, b) => a.from - b.from))
    if (span.from < at + length && span.to > at) at = span.to
  return at
}

/** Returns the free parts of a span that are at least `shortest` minutes long. */
export function gapsIn({ from, to }: WallSpan, taken: readonly WallSpan[], shortest: number): WallSpan[] {
  const gaps: WallSpan[] = []
  let at = from
  for (const span of taken.toSorted((a, b) => a.from - b.from)) {
    gaps.push({ from: at, to: Math.min(span.from, to) })
    at = Math.max(at, span.to)
  }
  return [...gaps, { from: at, to }].filter((gap) => gap.to - gap.from >= shortest)
}

/** Returns the working hours of a day in wall minutes. They may end at 24:00. */
export function workingSpans(working: readonly { start: string; end: string }[]): WallSpan[] {
  return working.map(({ start, end }) => ({
    from: wallMinutes(start) ?? 0,
    to: wallMinutes(end) ?? WHOLE_DAY,
  }))
}

/** Returns the present time in wall minutes of this day: 0 on a coming day, 1440 on a past one. */
export function nowOn(date: Day, now: Instant): WallMinutes {
  const today = viennaDay(now)
  if (date === today) return wallMinutes(timeOfDay(now)) ?? 0
  return date < today ? WHOLE_DAY : 0
}

/** Returns the wall minutes of an ISO instant with Vienna's offset. */
export function minutesOf(iso: string): WallMinutes {
  return wallMinutes(iso.slice(11, 16)) ?? 0
}

function elapsed({ start, end }: Pick<Timed, 'start' | 'end'>): number {
  return (Date.parse(end) - Date.parse(start)) / MINUTE
}
