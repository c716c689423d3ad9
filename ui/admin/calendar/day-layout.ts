import { type Day, MINUTES_PER_DAY, type WallMinutes } from '../../../src/shared/day.ts'
import { type IsoSpan, spanIn, type WallSpan } from './wall-span.ts'

/** The fields of an item that determine its place. */
export type TimedItem = IsoSpan & {
  /** False for a cancelled or rejected appointment, which leaves its width to the others. */
  isActive: boolean
}

/** The place of an item in its day: wall minutes from top to bottom, and a lane beside overlapping items. */
export type ItemPlace<Item> = {
  item: Item
  from: WallMinutes
  to: WallMinutes
  /** The left edge of the lane as a fraction of the day's width, 0 to 1. */
  left: number
  /** The width of the lane as a fraction of the day's width, 0 to 1. */
  share: number
  /** Nothing else begins between `to` and `roomTo`, so the box of a short item may extend to `roomTo`. */
  roomTo: WallMinutes
}

/** The part of an item that lies in the day. */
type ItemSpan<Item> = WallSpan & { item: Item }

/** The minimum height of an item in minutes. */
const LEAST_HEIGHT_MINUTES = 10
/** The width of a lane without active items, relative to one with active items. Time and name still fit. */
const SLIM_LANE_WIDTH = 0.7

/**
 * Returns the part of each item that lies in the day, in reading order. Overlapping items are side by side,
 * with active ones to the left and wider than inactive ones.
 */
export function layoutDay<Item extends TimedItem>(day: Day, items: readonly Item[]): ItemPlace<Item>[] {
  const spans = items
    .flatMap((item) => {
      const span = spanIn(day, item)
      return span ? [{ item, ...withLeastHeight(span) }] : []
    })
    .toSorted((a, b) => a.from - b.from || compareActiveFirst(a, b) || b.to - a.to)
  const places = clustersOf(spans).flatMap(sideBySide)
  return places.map((place) => {
    const laterStarts = places.map(({ from }) => from).filter((start) => start >= place.to)
    return { ...place, roomTo: Math.min(MINUTES_PER_DAY, ...laterStarts) }
  })
}

function compareActiveFirst(a: ItemSpan<TimedItem>, b: ItemSpan<TimedItem>): number {
  return Number(b.item.isActive) - Number(a.item.isActive)
}

/** Makes a short span long enough to draw. At the end of the day it begins earlier. */
function withLeastHeight({ from, to }: WallSpan): WallSpan {
  return {
    from: Math.min(from, MINUTES_PER_DAY - LEAST_HEIGHT_MINUTES),
    to: Math.min(Math.max(to, from + LEAST_HEIGHT_MINUTES), MINUTES_PER_DAY),
  }
}

/**
 * Groups overlapping spans, which ascend by their start. In a group each span except the first overlaps an
 * earlier one.
 */
function clustersOf<Span extends WallSpan>(spans: readonly Span[]): Span[][] {
  const clusters: Span[][] = []
  let clusterEnd = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    if (span.from >= clusterEnd) clusters.push([])
    clusters.at(-1)?.push(span)
    clusterEnd = Math.max(clusterEnd, span.to)
  }
  return clusters
}

/** Places the items of a group side by side in lanes, which share the width of the day. */
function sideBySide<Item extends TimedItem>(
  cluster: readonly ItemSpan<Item>[],
): Omit<ItemPlace<Item>, 'roomTo'>[] {
  const lanes = lanesOf(cluster)
  const isActive = ({ item }: ItemSpan<Item>) => item.isActive
  const isSlim = (lane: readonly ItemSpan<Item>[]) => cluster.some(isActive) && !lane.some(isActive)
  const widths = lanes.map((lane) => (isSlim(lane) ? SLIM_LANE_WIDTH : 1))
  const totalWidth = sum(widths)
  return cluster.map((span) => {
    const laneIndex = lanes.findIndex((lane) => lane.includes(span))
    const left = sum(widths.slice(0, laneIndex)) / totalWidth
    return { ...span, left, share: (widths[laneIndex] ?? 1) / totalWidth }
  })
}

/** Divides overlapping items into lanes without overlaps, with the active items in the first lanes. */
function lanesOf<Item extends TimedItem>(cluster: readonly ItemSpan<Item>[]): ItemSpan<Item>[][] {
  const lanes: ItemSpan<Item>[][] = []
  for (const span of cluster.toSorted(compareActiveFirst)) {
    const freeLane = lanes.find((lane) => lane.every(({ from, to }) => to <= span.from || from >= span.to))
    if (freeLane === undefined) lanes.push([span])
    else freeLane.push(span)
  }
  return lanes
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
