import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import type { Instant } from '../../../src/shared/day.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'
import { type Axis, type Density, evenAxis, fullHours, heightOf, layAxis, yOf } from './axis.ts'
import { type BoardColumn, isDivided } from './board-columns.ts'
import { DayColumn } from './day-column.tsx'
import { HourAxis } from './hour-axis.tsx'
import { hoursShown, mainHours } from './shown-hours.ts'
import type { EnterTime } from './time-column.tsx'
import type { Drag } from './use-drag.ts'
import { useRoomBelow } from './use-room-below.ts'
import styles from './week-board.module.css'

/** Pixels of the day headings and of the card's border. */
const HEAD_PX = 36
/** Pixels of the initials below the heading of a day with parts. */
const PART_HEAD_PX = 20
/** Pixels of the narrowest part of a day. */
const LEAST_PART_PX = 38
/** The width of a day without working hours and entries: 44 pixels, and more where text is larger. */
const NARROW_DAY_WIDTH = '2.75rem'

export type WeekBoardProps = {
  columns: readonly BoardColumn[]
  now: Instant
  drag: Drag
  density: Density
  /**
   * The height of the columns; by default they fill the window. With a height, the days are side by side on
   * phones too.
   */
  columnHeightPx?: number
  /** @param box the pressed element */
  onOpen: (booking: string, box: Element) => void
  onEnter: EnterTime
}

/**
 * Shows days, or doctors and rooms, side by side, or on a phone one below the other. The working day fits the
 * window; other hours can be scrolled to.
 */
export function WeekBoard({ columns, now, drag, density, columnHeightPx, onOpen, onEnter }: WeekBoardProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const hasParts = columns.some(isDivided)
  const headPx = HEAD_PX + (hasParts ? PART_HEAD_PX : 0)
  const roomPx = useRoomBelow(scroller) - headPx
  const today = viennaDay(now)
  const { axis, firstLook } = axisOf(columns, { columnHeightPx, roomPx, density })
  // Columns over the whole window are all drop targets, so none is narrow.
  const isNarrow = (column: BoardColumn) => !columnHeightPx && isEmptyDay(column)
  const widths = columns.map((column) => (isNarrow(column) ? NARROW_DAY_WIDTH : widthOf(column, hasParts)))
  const firstDay = columns[0]?.date
  const firstLookTop = yOf(axis, firstLook.from)
  const scrollBoardTo = (topPx: number) => {
    scroller.current?.scrollTo({ top: topPx })
  }
  // A later load may add earlier hours above the main ones, and the board must not start with them.
  const hasEarlierHours = firstLookTop > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week or density begins at its top again
  useLayoutEffect(() => scrollBoardTo(firstLookTop), [firstDay, density, hasEarlierHours])
  return (
    <div className="card">
      <div
        ref={scroller}
        className={styles.scroller}
        data-scroll
        style={{ '--room': `${roomPx + headPx}px` } as CSSProperties}
      >
        <div
          className={styles.board}
          ref={columnHeightPx ? undefined : drag.area}
          data-list={!columnHeightPx || undefined}
          data-parts={hasParts || undefined}
          style={
            {
              '--height': `${heightOf(axis)}px`,
              ...(hasParts && { '--part-head': `${PART_HEAD_PX}px` }),
              '--columns': widths.join(' '),
              '--lines': hourLines(axis),
            } as CSSProperties
          }
        >
          <HourAxis axis={axis} hasToday={columns.some(({ date }) => date === today)} />
          {columns.map((column, i) => {
            // The text of a dragged appointment is wider than a column, so it extends towards the middle.
            const isInLeftHalf = i < Math.max(1, Math.floor(columns.length / 2))
            return (
              <DayColumn
                key={`${column.date} ${column.resource?.id}`}
                column={column}
                narrow={isNarrow(column)}
                side={isInLeftHalf ? 'start' : 'end'}
                drag={drag}
                axis={axis}
                main={firstLook}
                today={today}
                now={now}
                onOpen={onOpen}
                onEnter={onEnter}
                onScroll={(to) => scrollBoardTo(to === 'earlier' ? 0 : heightOf(axis))}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The room for the hours, and their density. */
type BoardRoom = { columnHeightPx: number | undefined; roomPx: number; density: Density }

/** Returns the axis of the board, and the hours that are visible without scrolling. */
function axisOf(columns: readonly BoardColumn[], { columnHeightPx, roomPx, density }: BoardRoom) {
  const parts = columns.flatMap((column) => column.parts)
  const placed = parts.flatMap((part) => part.placed)
  const working = parts.flatMap((part) => part.working)
  const hours = hoursShown([...working, ...placed])
  const firstLook = mainHours({ shown: hours, working, items: placed })
  const axis = columnHeightPx
    ? evenAxis(hours, columnHeightPx)
    : layAxis({ hours, main: firstLook, items: placed, working, room: roomPx, density })
  return { axis, firstLook }
}

/** Returns whether a day has neither working hours nor entries. A doctor or room keeps its width. */
function isEmptyDay({ resource, parts }: BoardColumn): boolean {
  return resource === undefined && parts.every(({ working, placed }) => working.length + placed.length === 0)
}

/** Returns the width of a column as a track of a CSS grid. If days have parts, all parts are equally wide. */
function widthOf({ parts }: BoardColumn, hasParts: boolean): string {
  return hasParts ? `minmax(${parts.length * LEAST_PART_PX}px, ${parts.length}fr)` : 'minmax(0, 1fr)'
}

/** Returns the lines of the full hours as backgrounds in CSS. */
function hourLines(axis: Axis): string {
  return fullHours(axis.hours)
    .map((at) => `linear-gradient(var(--border), var(--border)) 0 ${yOf(axis, at)}px / 100% 1px no-repeat`)
    .join()
}
