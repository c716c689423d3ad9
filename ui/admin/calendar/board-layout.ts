import { type Axis, type Density, evenAxis, layAxis } from './axis.ts'
import type { BoardColumn } from './board-columns.ts'
import { hoursShown, mainHours } from './shown-hours.ts'
import type { WallSpan } from './wall-span.ts'

/** This module measures the board: the heights of its hours and the widths of its columns. */

/** The width of a day without working hours and entries: 44 pixels, and more where text is larger. */
const NARROW_DAY_WIDTH = '2.75rem'
/** Pixels of the narrowest part of a day. */
const LEAST_PART_PX = 38

/** The room for the hours, and their density. */
type BoardRoom = {
  /** The height of the columns; undefined if they fill the room. */
  columnHeightPx: number | undefined
  roomPx: number
  density: Density
}

/** Returns the axis of the board, and the hours that are visible without scrolling. */
export function axisOf(
  columns: readonly BoardColumn[],
  { columnHeightPx, roomPx, density }: BoardRoom,
): { axis: Axis; main: WallSpan } {
  const parts = columns.flatMap((column) => column.parts)
  const placed = parts.flatMap((part) => part.placed)
  const working = parts.flatMap((part) => part.working)
  const hours = hoursShown([...working, ...placed])
  const main = mainHours({ shown: hours, working, items: placed })
  const axis =
    columnHeightPx === undefined
      ? layAxis({ hours, mainHours: main, items: placed, working, roomPx, density })
      : evenAxis(hours, columnHeightPx)
  return { axis, main }
}

/** Returns whether a day has neither working hours nor entries. A doctor or room keeps its width. */
export function isEmptyDay({ resource, parts }: BoardColumn): boolean {
  return resource === undefined && parts.every(({ working, placed }) => working.length + placed.length === 0)
}

/**
 * Returns the width of a column as a track of a CSS grid.
 * @param hasParts true if days have parts; all parts are equally wide
 */
export function trackOf(
  { parts }: BoardColumn,
  { isNarrow, hasParts }: { isNarrow: boolean; hasParts: boolean },
): string {
  if (isNarrow) return NARROW_DAY_WIDTH
  return hasParts ? `minmax(${parts.length * LEAST_PART_PX}px, ${parts.length}fr)` : 'minmax(0, 1fr)'
}
