import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Instant } from '../../../src/shared/day.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'
import { type Axis, axisHeight, type Density, yOf } from './axis.ts'
import { type BoardColumn, isDivided } from './board-columns.ts'
import { axisOf, isEmptyDay, trackOf } from './board-layout.ts'
import { DayColumn } from './day-column.tsx'
import { fullHours } from './full-hours.ts'
import { HourAxis } from './hour-axis.tsx'
import type { PressedTime } from './time-column.tsx'
import type { DragHandling } from './use-drag.ts'
import { useRoomBelow } from './use-room-below.ts'
import styles from './week-board.module.css'

/** Pixels of the day headings and of the card's border. */
const HEAD_PX = 36
/** Pixels of the initials below the heading of a day with parts. */
const PART_HEAD_PX = 20

export type WeekBoardProps = {
  columns: readonly BoardColumn[]
  now: Instant
  drag: DragHandling
  density: Density
  /**
   * The height of the columns over the whole window, in which the days are side by side on phones too. By
   * default the columns are on the page, and fill the rest of the window.
   */
  columnHeightPx?: number
  /** @param box the pressed element, beside which the card stands */
  onOpen: (bookingId: string, box: Element) => void
  /** Opens the form of a new appointment at this time. */
  onEnter: (pressed: PressedTime) => void
}

/**
 * Shows days, or doctors and rooms, side by side, or on a phone one below the other. The working day fits the
 * window; other hours can be scrolled to.
 */
export function WeekBoard({ columns, now, drag, density, columnHeightPx, onOpen, onEnter }: WeekBoardProps) {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const hasParts = columns.some(isDivided)
  const headPx = HEAD_PX + (hasParts ? PART_HEAD_PX : 0)
  const roomPx = useRoomBelow(scrollerRef) - headPx
  const today = viennaDay(now)
  const isOverWindow = columnHeightPx !== undefined
  const { axis, main } = axisOf(columns, { columnHeightPx, roomPx, density })
  // Columns over the whole window are all drop targets, so none is narrow.
  const isNarrow = (column: BoardColumn) => !isOverWindow && isEmptyDay(column)
  const tracks = columns.map((column) => trackOf(column, { isNarrow: isNarrow(column), hasParts }))
  useScrollToMain({
    scroller: scrollerRef,
    mainTop: yOf(axis, main.from),
    contentKey: `${columns[0]?.date} ${density}`,
  })
  const scrollToEnd = (end: 'earlier' | 'later') =>
    scrollerRef.current?.scrollTo({ top: end === 'earlier' ? 0 : axisHeight(axis) })
  return (
    <div className="card">
      <div
        ref={scrollerRef}
        className={styles.scroller}
        data-scroll
        style={{ '--room': `${roomPx + headPx}px` } as CSSProperties}
      >
        <div
          className={styles.board}
          ref={isOverWindow ? undefined : drag.areaRef}
          data-list={!isOverWindow || undefined}
          data-parts={hasParts || undefined}
          style={boardStyle(axis, { tracks, hasParts })}
        >
          <HourAxis axis={axis} hasToday={columns.some(({ date }) => date === today)} />
          {columns.map((column, index) => (
            <DayColumn
              key={`${column.date} ${column.resource?.id}`}
              column={column}
              isNarrow={isNarrow(column)}
              side={dropTextSide(index, columns.length)}
              drag={drag}
              axis={axis}
              main={main}
              today={today}
              now={now}
              onOpen={onOpen}
              onEnter={onEnter}
              onScroll={scrollToEnd}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

type ScrollToMainOptions = {
  scroller: RefObject<HTMLElement | null>
  /** Pixels from the top of the board to the main hours. */
  mainTop: number
  /** A text that names the first day and the density. */
  contentKey: string
}

/** Scrolls the board to the main hours when it appears, and whenever it shows other content. */
function useScrollToMain({ scroller, mainTop, contentKey }: ScrollToMainOptions): void {
  // A later load may add earlier hours above the main ones, and the board must not start with them.
  const hasEarlierHours = mainTop > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user may scroll until the content changes
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: mainTop })
  }, [contentKey, hasEarlierHours])
}

type BoardStyleOptions = {
  /** The widths of the columns. */
  tracks: readonly string[]
  hasParts: boolean
}

/** Returns the variables that the styles of the board read. */
function boardStyle(axis: Axis, { tracks, hasParts }: BoardStyleOptions): CSSProperties {
  return {
    '--height': `${axisHeight(axis)}px`,
    ...(hasParts && { '--part-head': `${PART_HEAD_PX}px` }),
    '--columns': tracks.join(' '),
    '--lines': hourLines(axis),
  } as CSSProperties
}

/** Returns the lines of the full hours as backgrounds in CSS. */
function hourLines(axis: Axis): string {
  return fullHours(axis.hours)
    .map((at) => `linear-gradient(var(--border), var(--border)) 0 ${yOf(axis, at)}px / 100% 1px no-repeat`)
    .join()
}

/** Returns the side at which the text of a dragged appointment begins. It is wider than its column. */
function dropTextSide(index: number, columnCount: number): 'start' | 'end' {
  // In the left half, which has at least one column, the text extends to the right.
  const leftColumns = Math.max(1, Math.floor(columnCount / 2))
  return index < leftColumns ? 'start' : 'end'
}
