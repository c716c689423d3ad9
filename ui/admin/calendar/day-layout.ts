import { type Day, MINUTES_PER_DAY, type WallMinutes } from '../../../src/shared/day.ts'
import { type IsoSpan, spanIn, type WallSpan } from './wall-span.ts'

export type Timed = IsoSpan & {
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
      return { ...placed, roomTo: Math.min(MINUTES_PER_DAY, ...next) }
    })
}

function drawn({ from, to }: WallSpan): WallSpan {
  return {
    from: Math.min(from, MINUTES_PER_DAY - LEAST_MINUTES),
    to: Math.min(Math.max(to, from + LEAST_MINUTES), MINUTES_PER_DAY),
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

/** Width of a lane without active items, relative to one with them. It has room for a time and a name. */
const SLIM_LANE_WIDTH = 0.7

function sideBySide<Item extends Timed>(cluster: readonly ItemSpan<Item>[]): Omit<Placed<Item>, 'roomTo'>[] {
  const lanes = lanesOf(cluster)
  const isActive = ({ item }: ItemSpan<Item>) => item.isActive
  const isSlim = (lane: readonly ItemSpan<Item>[]) => cluster.some(isActive) && !lane.some(isActive)
  const widths = lanes.map((lane) => (isSlim(lane) ? SLIM_LANE_WIDTH : 1))
  const whole = sum(widths)
  return cluster.map((span) => {
    const lane = lanes.findIndex((spans) => spans.includes(span))
    return { ...span, left: sum(widths.slice(0, lane)) / whole, share: (widths[lane] ?? 1) / whole }
  })
}

type ItemSpan<Item> = WallSpan & { item: Item }

/** Divides items that overlap into lanes in which none do, the active ones into the first lanes. */
function lanesOf<Item extends Timed>(cluster: readonly ItemSpan<Item>[]): ItemSpan<Item>[][] {
  const lanes: ItemSpan<Item>[][] = []
  for (const span of cluster.toSorted((a, b) => Number(b.item.isActive) - Number(a.item.isActive))) {
    const free = lanes.find((lane) => lane.every(({ from, to }) => to <= span.from || from >= span.to))
    if (free === undefined) lanes.push([span])
    else free.push(span)
  }
  return lanes
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
