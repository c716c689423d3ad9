import type { CSSProperties } from 'react'
import type { WallMinutes } from '../../../src/shared/day.ts'
import type { WallSpan } from './wall-span.ts'

/** Minutes of a band, a part of a day with its own height. */
const BAND_MINUTES = 30

/** `compact` shows the whole working day at once, `comfortable` has room for two lines in half an hour. */
export type Density = 'compact' | 'comfortable'

/** The minimum pixels of a band with working hours or entries (`used`), and of one without (`unused`). */
export const LEAST_BAND_PX: Readonly<Record<Density, { used: number; unused: number }>> = {
  compact: { used: 12, unused: 6 },
  comfortable: { used: 40, unused: 12 },
}
/** Pixels of the smallest box with its gap: a target needs 24 (WCAG 2.2, 2.5.8). */
export const LEAST_BOX_PX = 25
/** Minutes of the shortest entry that stretches its band until its box has `LEAST_BOX_PX`. */
const SHORTEST_MINUTES = 10

/** The heights of a day. Its bands are higher where short entries follow each other. */
export type Axis = Readonly<{
  hours: WallSpan
  /** Pixels from the top to the start of each band, and to the end of the last one. */
  tops: readonly number[]
}>

type AxisInput = {
  /** The hours of the axis, in whole bands. */
  hours: WallSpan
  /** The part of the hours that fills the room. */
  mainHours: WallSpan
  /** The entries of all days. Between the end of an entry and its `roomTo` nothing else begins. */
  items: readonly (WallSpan & Readonly<{ roomTo: WallMinutes }>)[]
  /** The working hours of all days. */
  working: readonly WallSpan[]
  /** Pixels of height that the columns have in the window. */
  roomPx: number
  density: Density
}

/**
 * Returns an axis on which the main hours fill the room. All bands are equally high if the room allows it. If
 * short entries need higher bands, bands without entries become lower. If even that does not fit, the axis
 * exceeds the room.
 */
export function layAxis({ hours, mainHours, items, working, roomPx, density }: AxisInput): Axis {
  const { used, unused } = LEAST_BAND_PX[density]
  const bands = bandsOf(hours).map((band) => {
    const itemsInBand = items.filter((item) => overlaps(item, band))
    const isUsed = itemsInBand.length > 0 || working.some((block) => overlaps(block, band))
    const leastPx = Math.max(isUsed ? used : unused, heightForShortest(itemsInBand))
    return { isMain: overlaps(band, mainHours), leastPx }
  })
  const leastHeightsInMain = bands.filter(({ isMain }) => isMain).map(({ leastPx }) => leastPx)
  const levelPx = levelFor(
    leastHeightsInMain.toSorted((a, b) => a - b),
    roomPx,
  )
  const heights = bands.map(({ isMain, leastPx }) => (isMain ? Math.max(leastPx, levelPx) : leastPx))
  return { hours, tops: topsOf(heights) }
}

/** Returns the pixels that a band needs so that its shortest entry has a box of `LEAST_BOX_PX`. */
function heightForShortest(items: AxisInput['items']): number {
  if (items.length === 0) return 0
  const shortest = Math.min(...items.map(({ from, roomTo }) => roomTo - from))
  return (LEAST_BOX_PX * BAND_MINUTES) / Math.max(SHORTEST_MINUTES, shortest)
}

/** Returns an axis of equally high hours with exactly this height. */
export function evenAxis(hours: WallSpan, heightPx: number): Axis {
  const bands = bandsOf(hours)
  return { hours, tops: topsOf(bands.map(() => heightPx / bands.length)) }
}

function bandsOf({ from, to }: WallSpan): WallSpan[] {
  return Array.from({ length: Math.ceil((to - from) / BAND_MINUTES) }, (_, i) => ({
    from: from + i * BAND_MINUTES,
    to: from + (i + 1) * BAND_MINUTES,
  }))
}

function overlaps(a: WallSpan, b: WallSpan): boolean {
  return a.from < b.to && b.from < a.to
}

/** Returns where each of these stacked bands begins, and where the last one ends. */
function topsOf(heights: readonly number[]): number[] {
  const tops = [0]
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height)
  return tops
}

/**
 * Returns the height to which all smaller bands have to be raised so that the bands together fill the room; 0
 * if they do not fit.
 * @param ascending the least heights of the bands, the smallest first
 */
function levelFor(ascending: readonly number[], roomPx: number): number {
  const tallest = ascending.at(-1)
  if (tallest === undefined) return 0
  const equalHeight = roomPx / ascending.length
  if (tallest <= equalHeight) return equalHeight
  // The tallest band needs more than its share, so the others divide what it leaves.
  return levelFor(ascending.slice(0, -1), roomPx - tallest)
}

/** Returns the pixels from the top to a time; times outside the hours are at the ends. */
export function yOf(axis: Axis, at: WallMinutes): number {
  const { from, to } = axis.hours
  const bandsFromTop = (clamp(at, from, to) - from) / BAND_MINUTES
  const { index, top, height } = nearestBand(axis, Math.floor(bandsFromTop))
  return top + (bandsFromTop - index) * height
}

/** Returns the place of a span as the variables that the styles of the board read. */
export function placeStyleOn(axis: Axis, { from, to }: WallSpan): CSSProperties {
  return { '--from': `${yOf(axis, from)}px`, '--to': `${yOf(axis, to)}px` } as CSSProperties
}

/** Returns the time at these pixels from the top, not rounded. The outer bands go on beyond the hours. */
export function minutesAtY(axis: Axis, y: number): WallMinutes {
  const { index, top, height } = nearestBand(
    axis,
    axis.tops.findLastIndex((topOfBand) => topOfBand <= y),
  )
  const bandsFromTop = index + (y - top) / height
  return axis.hours.from + bandsFromTop * BAND_MINUTES
}

/** A band's place among all bands, and in pixels. */
type PlacedBand = { index: number; top: number; height: number }

/** Returns the band with this index; the first or the last one for an index before or after all bands. */
function nearestBand({ tops }: Axis, wantedIndex: number): PlacedBand {
  // The last of the tops begins no band: it is the end of the last one.
  const index = clamp(wantedIndex, 0, tops.length - 2)
  const [top = 0, bottom = top] = tops.slice(index, index + 2)
  return { index, top, height: bottom - top }
}

/** Returns the height of all hours in pixels. */
export function axisHeight({ tops }: Axis): number {
  return tops.at(-1) ?? 0
}

function clamp(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most)
}
