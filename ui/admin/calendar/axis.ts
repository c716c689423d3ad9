import type { CSSProperties } from 'react'
import type { WallMinutes } from '../../../src/shared/day.ts'
import type { WallSpan } from './wall-span.ts'

/** Minutes of a band, a part of a day with its own height. */
const BAND_MINUTES = 30

/** `compact` shows the whole working day at once, `comfortable` has room for two lines in half an hour. */
export type Density = 'compact' | 'comfortable'

/** The minimum pixels of a band with working hours or entries (`used`), and of one without (`quiet`). */
export const LEAST_BAND_PX: Readonly<Record<Density, { used: number; quiet: number }>> = {
  compact: { used: 12, quiet: 6 },
  comfortable: { used: 40, quiet: 12 },
}
/** Pixels of the smallest box with its gap: a target needs 24 (WCAG 2.2, 2.5.8). */
export const LEAST_BOX_PX = 25
/** Minutes of the shortest entry that stretches its band until its box has `LEAST_BOX_PX`. */
const SHORTEST_MINUTES = 10

/** The heights of a day. A band is taller where short entries follow each other. */
export type Axis = Readonly<{
  hours: WallSpan
  /** Pixels from the top to the start of each band, and to the end of the last one. */
  tops: readonly number[]
}>

type AxisInput = {
  /** The hours of the axis, in whole bands. */
  hours: WallSpan
  /** The part of the hours that fills the room. */
  main: WallSpan
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
export function layAxis({ hours, main, items, working, roomPx, density }: AxisInput): Axis {
  const { used, quiet } = LEAST_BAND_PX[density]
  const bands = bandsOf(hours).map((band) => {
    const itemsInBand = items.filter((item) => overlaps(item, band))
    const isUsed = itemsInBand.length > 0 || working.some((block) => overlaps(block, band))
    const leastPx = Math.max(isUsed ? used : quiet, heightForShortest(itemsInBand))
    return { isMain: overlaps(band, main), leastPx }
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
export function yOf({ hours, tops }: Axis, at: WallMinutes): number {
  const bandsFromTop = (clamp(at, hours.from, hours.to) - hours.from) / BAND_MINUTES
  const bandIndex = Math.min(Math.floor(bandsFromTop), lastBandIndexOf(tops))
  const { top, bottom } = edgesOf(bandIndex, tops)
  return top + (bandsFromTop - bandIndex) * (bottom - top)
}

/** Returns the place of a span as the variables that the styles of the board read. */
export function placeStyleOn(axis: Axis, { from, to }: WallSpan): CSSProperties {
  return { '--from': `${yOf(axis, from)}px`, '--to': `${yOf(axis, to)}px` } as CSSProperties
}

/** Returns the time at these pixels from the top, not rounded. */
export function minutesAtY({ hours, tops }: Axis, y: number): WallMinutes {
  const indexAtY = tops.findLastIndex((topOfBand) => topOfBand <= y)
  const bandIndex = clamp(indexAtY, 0, lastBandIndexOf(tops))
  const { top, bottom } = edgesOf(bandIndex, tops)
  return hours.from + (bandIndex + (y - top) / (bottom - top)) * BAND_MINUTES
}

/** Returns the index of the last band. The last of the tops is where that band ends. */
function lastBandIndexOf(tops: Axis['tops']): number {
  return tops.length - 2
}

function edgesOf(bandIndex: number, tops: Axis['tops']): { top: number; bottom: number } {
  const [top = 0, bottom = top] = tops.slice(bandIndex, bandIndex + 2)
  return { top, bottom }
}

/** Returns the height of all hours in pixels. */
export function axisHeight({ tops }: Axis): number {
  return tops.at(-1) ?? 0
}

function clamp(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most)
}
